import { findThread, listSavedReplies } from '#app/domain/chat/queries.server.ts'
import { SAVED_REPLIES } from '#app/domain/chat/saved-reply.ts'
import { setSavedReply } from '#app/domain/chat/set-saved-reply.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { refuseReply } from '#app/web/creator/replies/refuse-reply.server.ts'
import { ReplyFields } from './reply-fields.ts'
import { ReplyForm } from './reply-form.tsx'
import repliesStylesUrl from './replies.css?url'
import type { Route } from './+types/replies'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: repliesStylesUrl }]

export const handle = creatorForm('Saved replies', { shell: 'focused', backHref: to.chat() })

/** What a creator saved to write again. Opened from a conversation, each can be used there. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const [replies, thread] = await Promise.all([listSavedReplies(person.id), threadOf(person, url)])
  return {
    replies: replies.map(({ id, name, body }) => ({
      id,
      name,
      body,
      editHref: toDashboard.savedReply(id),
      useHref: thread && `${withQuery(to.chat(thread.id), { reply: id })}#end`,
    })),
    thread: thread && { name: thread.name, href: `${to.chat(thread.id)}#end` },
    full: replies.length >= SAVED_REPLIES.max,
  }
}

/** The creator's conversation from which the page was opened. */
async function threadOf(person: Person, url: URL) {
  const thread = await findThread(person, url.searchParams.get('thread')?.toLowerCase() ?? '')
  return thread?.id && thread.side === 'creator' ? { id: thread.id, name: thread.other.name } : null
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, ReplyFields)
  if (!form.ok) return refuseReply({ kind: 'invalid', problem: { name: 'not_a_word' } }, form.values)
  const result = await setSavedReply(context.get(personContext), null, form.value)
  if (!result.ok) return refuseReply(result.refusal, form.value)
  return redirectWithToast(to.savedReplies, { title: 'Saved', description: 'Type / in a conversation to use it.' })
}

export default function Replies({ loaderData, actionData }: Route.ComponentProps) {
  const { replies, thread, full } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Saved replies</h1>
        <p className="text-secondary">Type / in a conversation to choose one. It is put into the message, not sent.</p>
      </div>
      {thread && (
        <LinkButton wide icon="arrow-left" href={thread.href}>
          Back to {thread.name}
        </LinkButton>
      )}
      {replies.length > 0 && (
        <ul className="replies">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Reply reply={reply} />
            </li>
          ))}
        </ul>
      )}
      {full ? (
        <p className="text-muted">You have {SAVED_REPLIES.max} saved replies. Delete one to add another.</p>
      ) : (
        <section className="stack stack-16" aria-labelledby="add">
          <h2 className="text-h2" id="add">
            New reply
          </h2>
          <ReplyForm answer={actionData} button="Save reply" />
        </section>
      )}
    </div>
  )
}

function Reply({ reply }: { reply: Route.ComponentProps['loaderData']['replies'][number] }) {
  const { id, name, body, editHref, useHref } = reply
  return (
    <Card padded tile className="stack stack-8">
      <p>
        <Chip>/{name}</Chip>
      </p>
      <p className="reply-text" dir="auto">
        {body}
      </p>
      <div className="row">
        {useHref && (
          <LinkButton size="small" variant="primary" href={useHref}>
            Use
            <span className="visually-hidden"> /{name}</span>
          </LinkButton>
        )}
        <LinkButton size="small" href={editHref}>
          Edit
          <span className="visually-hidden"> /{name}</span>
        </LinkButton>
        <form method="post" action={toDashboard.deleteSavedReply(id)}>
          <Button size="small" variant="quiet">
            Delete
            <span className="visually-hidden"> /{name}</span>
          </Button>
        </form>
      </div>
    </Card>
  )
}
