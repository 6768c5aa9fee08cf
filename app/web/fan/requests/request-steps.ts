import { formatMoney } from '#app/domain/money/money.ts'
import type { RequestView } from '#app/domain/requests/queries.server.ts'
import type { TrackerStep } from '#app/ui/tracker.tsx'
import { showDeadline, showStep } from '#app/web/components/request-look.ts'

/** The way of a request, with the date of each step, as its fan sees it. */
export function requestSteps(request: RequestView): TrackerStep[] {
  const { status, creator } = request
  return [
    { title: 'You asked', note: showStep(request.askedAt), state: 'done' },
    answerStep(request),
    ...(request.version > 1 && status !== 'withdrawn' ? [priceStep(request)] : []),
    ...(status === 'asked' || status === 'price_changed' || status === 'accepted' || request.acceptedAt
      ? [deliveryStep(request, creator.name)]
      : []),
  ]
}

function answerStep({ status, creator, answerBy, acceptedAt, closedAt, version }: RequestView): TrackerStep {
  const { name } = creator
  if (status === 'withdrawn')
    return { title: 'You withdrew it', note: closedAt ? showStep(closedAt) : undefined, state: 'failed' }
  if (status === 'declined')
    return { title: `${name} declined`, note: closedAt ? showStep(closedAt) : undefined, state: 'failed' }
  if (version > 1) return { title: `${name} asked another price`, state: 'done' }
  if (acceptedAt) return { title: `${name} accepted`, note: showStep(acceptedAt), state: 'done' }
  if (status === 'lapsed') return { title: 'No answer in time', note: `Until ${showStep(answerBy)}`, state: 'failed' }
  return { title: `${name} answers`, note: `By ${showStep(answerBy)}`, state: 'now' }
}

function priceStep({ status, changedPrice, price, answerBy, acceptedAt }: RequestView): TrackerStep {
  const sum = formatMoney(changedPrice ?? price)
  if (status === 'price_changed')
    return { title: `You agree to ${sum}`, note: `By ${showStep(answerBy)}`, state: 'now' }
  if (acceptedAt) return { title: `Agreed on ${sum}`, note: showStep(acceptedAt), state: 'done' }
  return { title: 'You did not agree in time', state: 'failed' }
}

function deliveryStep({ status, wantedBy, deliverBy, closedAt }: RequestView, name: string): TrackerStep {
  if (status === 'delivered')
    return { title: 'Delivered', note: closedAt ? showStep(closedAt) : undefined, state: 'done' }
  if (status === 'not_delivered')
    return { title: 'Not delivered', note: showStep(closedAt ?? deliverBy), state: 'failed' }
  return {
    title: `${name} delivers`,
    note: `By ${showDeadline({ wantedBy })}`,
    state: status === 'accepted' ? 'now' : 'later',
  }
}

/** Where the money is, in one line. */
export function moneyLine({ status, price, answerBy, wantedBy }: RequestView): string {
  const sum = formatMoney(price)
  switch (status) {
    case 'asked':
    case 'price_changed':
      return `${sum} is held in your wallet. Without an answer by ${showStep(answerBy)}, all of it is yours again.`
    case 'accepted':
      return `${sum} is held in your wallet until it is delivered. Not delivered by ${showDeadline({ wantedBy })}: all of it is yours again.`
    case 'delivered':
      return `${sum} was paid when it was delivered.`
    case 'declined':
    case 'withdrawn':
    case 'lapsed':
    case 'not_delivered':
      return `${sum} is back in your wallet.`
    default:
      return status satisfies never
  }
}
