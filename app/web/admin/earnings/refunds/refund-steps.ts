import { showDateTime } from '#app/domain/payments/show-time.ts'
import type { RefundDetail } from '#app/domain/refunds/queries.server.ts'
import type { TrackerStep } from '#app/ui/tracker.tsx'

/** Who asked, who decided, who agreed. */
export function approvalSteps(refund: RefundDetail): TrackerStep[] {
  const asked: TrackerStep = {
    title: beganBy(refund),
    note: showDateTime(refund.askedAt),
    state: 'done',
  }
  if (refund.state === 'asked')
    return [asked, { title: 'First decision', note: 'Nobody has decided yet', state: 'now' }]
  if (!refund.decidedBy) return [asked]
  const declined = refund.state === 'declined'
  const first: TrackerStep = {
    title: `${declined ? 'Declined' : 'Granted'} by ${refund.decidedBy}`,
    note: refund.decidedAt ? showDateTime(refund.decidedAt) : undefined,
    state: declined ? 'failed' : 'done',
  }
  if (refund.state === 'agreed')
    return [asked, first, { title: 'Second approval', note: 'By another member of staff', state: 'now' }]
  if (!refund.secondedBy) return [asked, first]
  const second: TrackerStep = {
    title: `Second, ${refund.secondedBy}`,
    note: refund.secondedAt ? showDateTime(refund.secondedAt) : undefined,
    state: 'done',
  }
  return [asked, first, second]
}

function beganBy({ askedBy, reason }: RefundDetail): string {
  if (reason === 'unmatched') return 'Arrived'
  return askedBy ? `Asked by ${askedBy}` : 'By rule'
}

/** How far it is with the gateway; nothing before it is decided, and for what went into a pot. */
export function sendingSteps(refund: RefundDetail): TrackerStep[] {
  if (refund.destination !== 'source' || ['asked', 'agreed', 'declined'].includes(refund.state)) return []
  const tries = refund.attempts > 1 ? `, try ${refund.attempts}` : ''
  const sent: TrackerStep = refund.sentAt
    ? { title: `Sent to the gateway${tries}`, note: showDateTime(refund.sentAt), state: 'done' }
    : {
        title: `Sent to the gateway${tries}`,
        note: waitsFor(refund),
        state: refund.state === 'failed' ? 'failed' : 'now',
      }
  const end = refund.endedAt ? showDateTime(refund.endedAt) : undefined
  if (refund.state === 'failed')
    return refund.sentAt ? [sent, { title: 'Failed', note: refund.failure ?? end, state: 'failed' }] : [sent]
  if (refund.state === 'completed') return [sent, { title: 'Completed', note: end, state: 'done' }]
  return [sent, { title: 'Then "Completed" or "Failed"', state: 'later' }]
}

function waitsFor(refund: RefundDetail): string {
  if (refund.failure) return refund.failure
  if (refund.state === 'unknown' || refund.state === 'sending') return 'The answer is not clear: it is being looked for'
  return 'Next'
}
