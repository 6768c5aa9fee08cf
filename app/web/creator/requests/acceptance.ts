import { redirect } from 'react-router'
import { acceptRequest } from '#app/domain/requests/accept-request.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { personContext } from '#app/web/context.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { creatorAction } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { answerRefusal } from './texts.ts'
import type { Route } from './+types/acceptance'

export const handle = creatorAction()

/** Accepting is a form, not a page: opening its address leads to the request. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(toDashboard.receivedRequest(params.requestId), 303)
}

/** A creator accepts a request; back to it. */
export async function action({ params, context }: Route.ActionArgs) {
  const { requestId } = params
  const accepted = await acceptRequest(context.get(personContext), requestId)
  if (accepted.ok)
    return redirectWithToast(toDashboard.receivedRequest(requestId), {
      title: 'Accepted',
      description: 'We told the fan. Deliver before the day they want it.',
    })
  const told = orNotFound(answerRefusal(accepted.refusal))
  return redirectWithToast(toDashboard.receivedRequest(requestId), { ...told, tone: 'error' })
}
