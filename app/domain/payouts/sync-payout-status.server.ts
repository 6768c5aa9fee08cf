import type { Failure, Outcome } from '#app/gateways/flutterwave/port.ts'
import type { Transfer } from '#app/gateways/flutterwave/transfer-port.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { lockPayout, type PayoutRow } from './internal/payout-row.server.ts'
import { change, requeuePayout, settlePayout, recordLost } from './internal/settle-payout.server.ts'

export type SyncResult = { kind: 'unknown_reference' } | { kind: 'unavailable'; failure: Failure } | { kind: 'checked' }

const UNAVAILABLE_MINUTES = 2

/** Checks the payout of a reference with the gateway, because a notification named it. */
export async function syncPayoutStatusOf(reference: string): Promise<SyncResult> {
  const payout = await db.selectFrom('payouts').select('id').where('reference', '=', reference).executeTakeFirst()
  return payout ? syncPayoutStatus(payout.id) : { kind: 'unknown_reference' }
}

/**
 * Checks the status of a payout with the gateway and records it: by the transfer's id where we know it, else by our reference. A payout
 * that the gateway can't have received is left alone.
 */
export async function syncPayoutStatus(payoutId: string): Promise<SyncResult> {
  const known = await db
    .selectFrom('payouts')
    .select(['state', 'reference', 'provider_id'])
    .where('id', '=', payoutId)
    .executeTakeFirst()
  if (!known) return { kind: 'unknown_reference' }
  if (known.state === 'pending' || known.state === 'cancelled') return { kind: 'checked' }
  const found = await findTransfer(known.reference, known.provider_id)
  return inTransaction(async (tx): Promise<SyncResult> => {
    const payout = await lockPayout(tx, payoutId)
    if (!payout || payout.state === 'pending' || payout.state === 'cancelled') return { kind: 'checked' }
    if (found.kind === 'not_found') return recordUnknown(tx, payout)
    if (found.kind !== 'ok') {
      if (payout.next_check_at !== null)
        await change(tx, payout, { next_check_at: addMinutes(now(), UNAVAILABLE_MINUTES) })
      return { kind: 'unavailable', failure: found }
    }
    await settlePayout(tx, payout, found.value)
    return { kind: 'checked' }
  })
}

async function recordUnknown(tx: Tx, payout: PayoutRow): Promise<SyncResult> {
  // It was seen before and can't disappear: the gateway's list is out of order, the transfer is not gone.
  if (payout.provider_id !== null) await change(tx, payout, { next_check_at: addMinutes(now(), UNAVAILABLE_MINUTES) })
  else if (payout.state === 'unknown' && payout.reason === 'gateway_refused')
    await requeuePayout(tx, payout, 'gateway_refused', now())
  else await recordLost(tx, payout)
  return { kind: 'checked' }
}

/** The transfer that counts: of several under one reference, one that paid. */
export async function findTransfer(reference: string, providerId: string | null): Promise<Outcome<Transfer>> {
  const gateway = paymentGateway()
  if (providerId !== null) return gateway.getTransfer(providerId)
  const found = await gateway.findTransfers(reference)
  if (found.kind !== 'ok') return found
  const paid = found.value.find((transfer) => transfer.status === 'succeeded')
  const transfer = paid ?? found.value.find(({ status }) => status === 'pending') ?? found.value[0]
  return transfer ? { kind: 'ok', value: transfer } : { kind: 'not_found' }
}
