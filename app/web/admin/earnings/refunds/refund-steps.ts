import { showDateTime } from '#app/platform/dates.ts'
import type { RefundDetail } from '#app/domain/refunds/queries.server.ts'
import type { TrackerStep } from '#app/ui/tracker.tsx'

/** The steps of the request and its approvals. */
export function approvalSteps(refund: RefundDetail): TrackerStep[] {
  const requested: TrackerStep = {
    title: beganBy(refund),
    note: showDateTime(refund.askedAt),
    state: 'done',
  }
  if (refund.state === 'asked')
    return [requested, { title: 'First decision', note: 'Waiting for a decision', state: 'now' }]
  if (!refund.decidedBy) return [requested]
  const declined = refund.state === 'declined'
  const first: TrackerStep = {
    title: `${declined ? 'Declined' : 'Approved'} by ${refund.decidedBy}`,
    note: refund.decidedAt ? showDateTime(refund.decidedAt) : undefined,
    state: declined ? 'failed' : 'done',
  }
  if (refund.state === 'agreed')
    return [requested, first, { title: 'Second approval', note: 'Another staff member must approve', state: 'now' }]
  if (!refund.secondedBy) return [requested, first]
  const second: TrackerStep = {
    title: `Second approval by ${refund.secondedBy}`,
    note: refund.secondedAt ? showDateTime(refund.secondedAt) : undefined,
    state: 'done',
  }
  return [requested, first, second]
}

function beganBy({ askedBy, reason }: RefundDetail): string {
  if (reason === 'unmatched') return 'Payment arrived'
  return askedBy ? `Requested by ${askedBy}` : 'Automatic refund'
}

/** The steps at the gateway; none before the decision, and none for refunds to a wallet or to earnings. */
export function sendingSteps(refund: RefundDetail): TrackerStep[] {
  if (refund.destination !== 'source' || ['asked', 'agreed', 'declined'].includes(refund.state)) return []
  const tries = refund.attempts > 1 ? `, attempt ${refund.attempts}` : ''
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
  return [sent, { title: 'Next: "Completed" or "Failed"', state: 'later' }]
}

function waitsFor(refund: RefundDetail): string {
  if (refund.failure) return refund.failure
  if (refund.state === 'unknown' || refund.state === 'sending')
    return 'The gateway gave no clear answer. We are checking it'
  return 'Waiting to be sent'
}
