import { NOTICE_RETRY_MINUTES } from '#app/domain/payments/check-schedule.ts'
import {
  findWebhookEvent,
  listDueWebhookEvents,
  postponeWebhookEvent,
  recordTry,
  type WebhookEvent,
} from '#app/domain/payments/webhook-events.server.ts'
import { checkRefundSoon } from '#app/domain/payments/send-refunds.server.ts'
import { syncPayoutStatusOf } from '#app/domain/payouts/sync-payout-status.server.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { log } from '#app/platform/log.server.ts'
import { completePurchase } from './complete-purchase.server.ts'

type Verdict = 'processed' | 'unknown_reference' | 'try_again'

const LAST_TRY_MINUTES = 60
const MAX_TRIES_WITHOUT_GATEWAY = 24

/**
 * Checks with the gateway what a stored notification hints at. One about an unknown reference is tried again at 1, 5 and 30 minutes,
 * because it may have arrived before our own commit, and then set aside for staff.
 */
export async function processWebhookEvent(webhookEventId: string): Promise<void> {
  const event = await findWebhookEvent(webhookEventId)
  if (!event) return
  const { verdict, known } = await follow(event)
  const waitMinutes = NOTICE_RETRY_MINUTES[event.attempts] ?? LAST_TRY_MINUTES
  const tries = known ? MAX_TRIES_WITHOUT_GATEWAY : NOTICE_RETRY_MINUTES.length
  const again = verdict === 'try_again' && event.attempts < tries
  const state = again ? 'received' : verdict === 'processed' ? 'processed' : known ? 'processed' : 'unknown_reference'
  if (state === 'unknown_reference' && event.state !== 'unknown_reference')
    log.warn({ event: event.id }, 'a notification of the gateway was set aside: its reference is not ours')
  await recordTry(event, state, again ? waitMinutes : null)
}

async function follow(event: WebhookEvent): Promise<{ verdict: Verdict; known: boolean }> {
  if (/^transfer/i.test(event.kind)) return followTransfer(event.tx_ref)
  // A notification about a refund carries the gateway's refund id; the scheduled task for refunds checks it.
  if (/^refund/i.test(event.kind) && event.provider_id !== null) {
    const known = await checkRefundSoon(event.provider_id)
    return { verdict: known ? 'processed' : 'try_again', known }
  }
  const hint = event.provider_id ? { providerId: event.provider_id } : {}
  let txRef = event.tx_ref
  if (txRef === null && event.provider_id !== null) {
    const charge = await paymentGateway().getCharge(event.provider_id)
    if (charge.kind === 'ok') txRef = charge.value.reference
    else if (charge.kind !== 'not_found') return { verdict: 'try_again', known: true }
  }
  if (txRef === null) return { verdict: 'unknown_reference', known: false }
  const completion = await completePurchase({ txRef, ...hint })
  switch (completion.kind) {
    case 'unknown_reference':
      return { verdict: 'try_again', known: false }
    case 'unavailable':
      return { verdict: 'try_again', known: true }
    case 'looked':
      return { verdict: 'processed', known: true }
    default:
      return completion satisfies never
  }
}

/** A notification about an outgoing transfer carries the reference of a payout. */
async function followTransfer(reference: string | null): Promise<{ verdict: Verdict; known: boolean }> {
  const synced = reference === null ? null : await syncPayoutStatusOf(reference)
  if (synced === null || synced.kind === 'unknown_reference') return { verdict: 'try_again', known: false }
  return { verdict: synced.kind === 'unavailable' ? 'try_again' : 'processed', known: true }
}

/** Scheduled task: processes notifications whose next try is due. Returns how many there were. */
export async function retryWebhookEvents(limit = 50): Promise<number> {
  const due = await listDueWebhookEvents(limit)
  for (const id of due) {
    try {
      await processWebhookEvent(id)
    } catch (error) {
      log.error({ err: error, event: id }, 'a notification could not be processed; it is tried again in an hour')
      await postponeWebhookEvent(id, LAST_TRY_MINUTES, MAX_TRIES_WITHOUT_GATEWAY)
    }
  }
  return due.length
}
