import { redirect } from 'react-router'
import { z } from 'zod'
import { vote } from '#app/domain/polls/vote.server.ts'
import { to } from '#app/links.ts'
import { actorContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { membersOnly } from '#app/web/gates.server.ts'
import { backToPost, refusePostForm } from '#app/web/post-answer.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/vote'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody', POST: { who: 'checked_by_domain', gate: membersOnly } },
} satisfies RouteHandle

const VoteFields = z.object({
  option: z
    .string()
    .regex(/^[0-5]$/)
    .transform(Number),
})

/** A vote is a form, not a page: opening its address redirects to the post. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(to.post(params.postId))
}

export async function action({ request, params: { postId }, context }: Route.ActionArgs) {
  const form = await parseForm(request, VoteFields)
  const result = form.ok ? await vote(context.get(actorContext), postId, form.value.option) : null
  if (result?.ok) return redirect(backToPost(request, postId), 303)
  if (!result || result.refusal.kind === 'no_such_option')
    return redirectWithToast(to.post(postId), {
      title: 'Error',
      description: 'Choose one of the options.',
      tone: 'error',
    })
  return refusePostForm(postId, result.refusal.kind)
}
