import { redirect } from 'react-router'
import { removeComment } from '#app/domain/comments/remove-comment.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { pathOfReferer } from '#app/web/return-to.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/comment-removal'

export const handle = {
  audience: 'members',
  policy: { GET: 'signed_in', POST: 'signed_in' },
} satisfies RouteHandle

/** A removal is a form, not a page. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`${to.post(params.postId)}#comments`)
}

/** Removes a comment: one's own, or any under one's own post. Back to the list that the form was in. */
export async function action({ request, params: { postId, commentId }, context }: Route.ActionArgs) {
  const result = await removeComment(context.get(personContext), commentId)
  if (!result.ok) notFound()
  const page = pathOfReferer(request)
  if (page?.startsWith(to.commentsReceived))
    return redirectWithToast(page, { title: 'Deleted', description: 'The comment is gone.' })
  return redirect(`${to.post(postId)}#comments`, 303)
}
