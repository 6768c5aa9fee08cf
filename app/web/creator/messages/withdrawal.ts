import { redirect } from 'react-router'
import { unsendMassMessage } from '#app/domain/chat/unsend-mass-message.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { personContext } from '#app/web/context.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { creatorAction } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/withdrawal'

export const handle = creatorAction()

/** It is a form, not a page. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(toDashboard.massMessage(params.massId), 303)
}

export async function action({ params, context }: Route.ActionArgs) {
  const result = await unsendMassMessage(context.get(personContext), params.massId)
  if (!result.ok) notFound()
  return redirectWithToast(toDashboard.massMessage(params.massId), {
    title: 'Taken back',
    description: 'It goes to nobody else. Where it is unread, it is removed within a minute.',
  })
}
