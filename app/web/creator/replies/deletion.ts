import { redirect } from 'react-router'
import { deleteSavedReply } from '#app/domain/chat/set-saved-reply.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { creatorAction } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/deletion'

export const handle = creatorAction()

/** It is a form, not a page. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(toDashboard.savedReply(params.replyId), 303)
}

export async function action({ params, context }: Route.ActionArgs) {
  await deleteSavedReply(context.get(personContext), params.replyId)
  return redirectWithToast(to.savedReplies, { title: 'Deleted', description: 'What you wrote with it stays.' })
}
