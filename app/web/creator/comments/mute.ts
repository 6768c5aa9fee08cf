import { redirect } from 'react-router'
import { muteFan } from '#app/domain/comments/mute-fan.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { pathOfReferer } from '#app/web/return-to.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { creatorAction } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/mute'

export const handle = creatorAction()

/** It is a form, not a page. */
export function loader() {
  return redirect(to.commentsReceived)
}

/** Mutes the author of a comment under a post of one's own. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const result = await muteFan(context.get(personContext), params.commentId)
  if (!result.ok) notFound()
  return redirectWithToast(pathOfReferer(request) ?? to.commentsReceived, {
    title: 'Muted',
    description: 'Only they see what they write under your posts. Unmute them at the end of your comments.',
  })
}
