import type { Outcome } from '#app/gateways/flutterwave/port.ts'
import type { Transfer } from '#app/gateways/flutterwave/transfer-port.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isShortOfMoney, failureOf } from './failure.ts'
import { claimPayout } from './internal/claim-payout.server.ts'
import { haltPayouts } from './internal/halt.server.ts'
import { lockPayout, type PayoutRow } from './internal/payout-row.server.ts'
import { change, fail, requeuePayout, settlePayout } from './internal/settle-payout.server.ts'
import { isUnderWay } from './payout.ts'
import { nextCheckForLost, TRY_AGAIN_MINUTES } from './schedule.ts'

/**
 * Sends one payout: claims and commits it, calls the gateway, then records the answer. A crash in between leaves a claim, which only a
 * check resolves. Returns whether the next one may be sent.
 */
export async function sendPayout(payoutId: string): Promise<'sent' | 'not_now' | 'stopped'> {
  const claim = await claimPayout(payoutId)
  if (claim.kind !== 'claimed') return claim.kind
  const outcome = await paymentGateway().createTransfer(claim.request)
  return inTransaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId)
    // A notification or a check may have been faster: its result counts.
    if (!payout || !isUnderWay(payout.state)) return 'sent'
    return record(tx, payout, outcome)
  })
}

async function record(tx: Tx, payout: PayoutRow, outcome: Outcome<Transfer>): Promise<'sent' | 'stopped'> {
  // Nobody has checked it since: this answer to our one call is all that is known.
  const untouched = payout.provider_id === null
  switch (outcome.kind) {
    case 'ok':
      await settlePayout(tx, payout, outcome.value)
      return 'sent'
    case 'rejected':
      if (!untouched) return 'sent'
      if (isShortOfMoney(outcome.message))
        await requeuePayout(tx, payout, 'gateway_balance', addMinutes(now(), TRY_AGAIN_MINUTES))
      else {
        await change(tx, payout, { provider_text: outcome.message })
        await fail(tx, payout, failureOf(outcome.message))
      }
      return 'sent'
    case 'throttled':
      if (untouched) await requeuePayout(tx, payout, 'gateway_busy', addMinutes(now(), 1))
      return 'stopped'
    case 'misconfigured':
      await haltPayouts(tx, 'gateway', outcome.message)
      // It reports that it did nothing; a check confirms that before the payout waits again.
      if (untouched) await change(tx, payout, { state: 'unknown', reason: 'gateway_refused', next_check_at: now() })
      return 'stopped'
    case 'ambiguous':
    case 'not_found':
      if (untouched)
        await change(tx, payout, {
          state: 'unknown',
          reason: null,
          next_check_at: nextCheckForLost(payout.claimed_at ?? now(), now()),
        })
      return 'sent'
    default:
      return outcome satisfies never
  }
}
