import { data, redirect } from 'react-router'
import { z } from 'zod'
import { setLike } from '#app/domain/likes/set-like.server.ts'
import { to } from '#app/links.ts'
import { actorContext } from '#app/web/context.server.ts'
import { POST_DENIALS } from '#app/web/components/post-texts.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { membersOnly } from '#app/web/gates.server.ts'
import { backToPost, refusePostForm } from '#app/web/post-answer.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/like'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody', POST: { who: 'checked_by_domain', gate: membersOnly } },
} satisfies RouteHandle

const LikeFields = z.object({ liked: z.enum(['true', 'false']) })

/** A like is a form, not a page: opening its address redirects to the post. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(to.post(params.postId))
}

/** Responds to script with JSON and to a plain form with a redirect to the page it came from. */
export async function action({ request, params: { postId }, context }: Route.ActionArgs) {
  const byScript = request.headers.get('accept') === 'application/json'
  const form = await parseForm(request, LikeFields)
  if (!form.ok) {
    const description = 'This form could not be read. Please try again.'
    return byScript
      ? data({ error: description }, 400)
      : redirectWithToast(to.post(postId), { title: 'Error', description, tone: 'error' })
  }
  const result = await setLike(context.get(actorContext), postId, form.value.liked === 'true')
  if (result.ok) return byScript ? data(result.value) : redirect(backToPost(request, postId), 303)
  const { kind } = result.refusal
  if (!byScript) return refusePostForm(postId, kind)
  const { status, description } = POST_DENIALS[kind]
  return data({ error: description }, status)
}
