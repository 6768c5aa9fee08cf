import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate, showMoment } from '#app/platform/dates.ts'
import { findOwnRefunds, type OwnRefund, type OwnRefunds } from '#app/domain/refunds/queries.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import type { TrackerStep } from '#app/ui/tracker.tsx'
import type { RefundPartData } from './refund-part.tsx'

/** The refunds on a receipt: whether one can be requested, and the status of past ones. Null if there is neither. */
export async function refundPartOf(actor: Person, purchaseId: string): Promise<RefundPartData | null> {
  const own = await findOwnRefunds(actor, purchaseId)
  if (!own) return null
  const askable = own.rule.kind !== 'none'
  return {
    ask: askable
      ? {
          href: to.askRefund(purchaseId),
          description:
            own.rule.kind === 'whole'
              ? fullRefundText(own)
              : 'If something went wrong, tell us. Our team checks it within 48 hours.',
        }
      : null,
    refunds: own.refunds.map((refund) => cardOf(refund, purchaseId)),
  }
}

export function fullRefundText({ rule, rest }: OwnRefunds): string {
  const amount = formatMoney(rest)
  return rule.kind === 'whole' && rule.reason === 'removed'
    ? `What you bought was removed. You get the whole ${amount} back.`
    : `You have not used it yet. Ask within 24 hours of paying and you get the whole ${amount} back.`
}

function cardOf(refund: OwnRefund, purchaseId: string): RefundPartData['refunds'][number] {
  return {
    id: refund.id,
    amount: formatMoney(refund.amount),
    ...chipOf(refund),
    steps: stepsOf(refund),
    message: refund.state === 'declined' || refund.destination !== 'source' ? refund.message : '',
    walletAction: refund.walletOpen ? to.askRefund(purchaseId) : null,
  }
}

function chipOf({ state, destination, replaced }: OwnRefund): Pick<RefundPartData['refunds'][number], 'word' | 'tone'> {
  switch (state) {
    case 'asked':
    case 'agreed':
      return { word: 'Being checked', tone: 'warning' }
    case 'declined':
      return { word: replaced ? 'No longer needed' : 'Not approved', tone: 'neutral' }
    case 'requested':
    case 'sending':
    case 'unknown':
      return { word: 'Approved', tone: 'info' }
    case 'sent':
      return { word: 'On its way', tone: 'info' }
    case 'completed':
      return { word: destination === 'wallet' ? 'In your wallet' : 'Refunded', tone: 'success' }
    case 'failed':
      return { word: 'Could not be sent', tone: 'danger' }
    default:
      return unreachable(state)
  }
}

function beginningOf({ reason }: OwnRefund): string {
  if (reason === 'unmatched') return 'Amount did not match the price'
  if (reason === 'top_up_charged_back') return 'Your bank reversed the top-up'
  return reason === 'asked' || reason === 'unused' ? 'You asked' : 'Automatic refund'
}

/** Requested, approved, sent, arrived: each with its date. Only the bank knows when the money arrived, so the last step never says so. */
function stepsOf(refund: OwnRefund): TrackerStep[] {
  const { state, destination, sentAt, endedAt, replaced } = refund
  const asked: TrackerStep = {
    title: beginningOf(refund),
    note: showMoment(refund.askedAt),
    state: 'done',
  }
  if (replaced)
    return [asked, { title: 'Your bank reversed the payment', note: endedAt ? showDate(endedAt) : '', state: 'done' }]
  if (state === 'declined')
    return [asked, { title: 'Not approved', note: endedAt ? showDate(endedAt) : '', state: 'failed' }]
  const waits = state === 'asked' || state === 'agreed'
  const granted: TrackerStep = waits
    ? { title: 'Our team checks it', note: 'Within 48 hours. We email you the result.', state: 'now' }
    : { title: 'Approved', state: 'done' }
  if (destination !== 'source') {
    const there = destination === 'wallet' ? 'In your wallet' : 'In your earnings'
    return [
      asked,
      granted,
      {
        title: there,
        note: endedAt ? showMoment(endedAt) : 'As soon as it is approved',
        state: endedAt ? 'done' : 'later',
      },
    ]
  }
  if (state === 'failed')
    return [
      asked,
      granted,
      { title: 'The payment provider could not send it', note: 'We keep the money for you.', state: 'failed' },
    ]
  const sent: TrackerStep = sentAt
    ? { title: 'Sent', note: showMoment(sentAt), state: 'done' }
    : { title: 'Sent to the payment provider', note: '24-48 hours after approval', state: waits ? 'later' : 'now' }
  const arrives: TrackerStep =
    state === 'completed'
      ? {
          title: 'Passed to your network or bank',
          note: `${showDate(endedAt!)}. Mobile money is usually faster than a card.`,
          state: 'done',
        }
      : { title: 'Arrives with you', note: '3-10 business days after it is sent', state: sentAt ? 'now' : 'later' }
  return [asked, granted, sent, arrives]
}
