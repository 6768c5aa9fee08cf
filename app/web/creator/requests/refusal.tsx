import { formatMoney } from '#app/domain/money/money.ts'
import { declineRequest } from '#app/domain/requests/decline-request.server.ts'
import { KIND_NAMES } from '#app/domain/requests/request.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { Button, NotNow } from '#app/ui/button.tsx'
import { personContext } from '#app/web/context.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { requestInState } from '#app/web/creator/requests/open-request.server.ts'
import { answerRefusal } from './texts.ts'
import type { Route } from './+types/refusal'

export const handle = creatorForm('Decline request', { shell: 'focused' })

export async function loader({ params, context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const request = await requestInState(creator.id, params.requestId, ['asked', 'price_changed', 'accepted'])
  return {
    what: `${KIND_NAMES[request.kind]} for ${request.fan.name}, ${request.reference}`,
    promised: request.status === 'accepted',
    returns: `${formatMoney(request.price)} returns to ${request.fan.name}\u2019s wallet at once. This can\u2019t be changed afterwards.`,
    backHref: toDashboard.receivedRequest(request.id),
  }
}

export async function action({ params, context }: Route.ActionArgs) {
  const { requestId } = params
  const declined = await declineRequest(context.get(personContext), requestId)
  if (declined.ok)
    return redirectWithToast(toDashboard.receivedRequest(requestId), {
      title: 'Declined',
      description: 'The whole sum is in the fan\u2019s wallet again.',
    })
  const told = orNotFound(answerRefusal(declined.refusal))
  return redirectWithToast(toDashboard.receivedRequest(requestId), { ...told, tone: 'error' })
}

export default function DeclineRequest({ loaderData }: Route.ComponentProps) {
  const { what, promised, returns, backHref } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">{promised ? 'Can’t deliver?' : 'Decline this request?'}</h1>
        <p className="text-muted">{what}</p>
      </div>
      <p className="text-body">{returns}</p>
      <form method="post">
        <Button variant="danger" wide>
          {promised ? 'Return the money' : 'Decline'}
        </Button>
      </form>
      <NotNow href={backHref} />
    </div>
  )
}
