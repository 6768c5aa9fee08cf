import { listSavedReplies } from '#app/domain/chat/queries.server.ts'
import { setSavedReply } from '#app/domain/chat/set-saved-reply.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { refuseReply } from '#app/web/creator/replies/refuse-reply.server.ts'
import { ReplyFields } from './reply-fields.ts'
import { ReplyForm } from './reply-form.tsx'
import type { Route } from './+types/reply'

export const handle = creatorForm('Saved reply', { shell: 'focused', backHref: to.savedReplies })

export async function loader({ params, context }: Route.LoaderArgs) {
  const replies = await listSavedReplies(context.get(personContext).id)
  const reply = orNotFound(replies.find(({ id }) => id === params.replyId))
  return { reply: { name: reply.name, body: reply.body } }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await parseForm(request, ReplyFields)
  if (!form.ok) return refuseReply({ kind: 'invalid', problem: { name: 'not_a_word' } }, form.values)
  const result = await setSavedReply(context.get(personContext), params.replyId, form.value)
  if (!result.ok) return refuseReply(result.refusal, form.value)
  return redirectWithToast(to.savedReplies, { title: 'Saved', description: 'Type / in a conversation to use it.' })
}

/** One saved reply, to be changed. */
export default function Reply({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="container container-narrow stack stack-16">
      <h1 className="text-h1">Saved reply</h1>
      <ReplyForm answer={actionData} reply={loaderData.reply} button="Save" />
    </div>
  )
}
