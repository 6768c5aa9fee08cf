import type { Currency } from '#app/domain/money/money.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { refundToBalance } from './refund-entries.ts'

/**
 * Pays a decided refund, whose row the caller has locked, into the wallet or the earnings of its owner, at once. Its money is in
 * refunds_payable. Balances are in shillings.
 */
export async function payRefundToBalance(
  tx: Tx,
  refund: { id: string; amount_minor: bigint; currency: Currency; attempts: number },
  account: { ownerId: string; destination: 'wallet' | 'earnings'; actorId: string | null },
): Promise<void> {
  invariant(refund.currency === 'UGX', 'a balance holds shillings')
  const at = now()
  await postEntry(
    tx,
    refundToBalance(
      {
        id: refund.id,
        amountMinor: refund.amount_minor,
        currency: refund.currency,
        attempt: refund.attempts,
        at,
      },
      {
        purpose: account.destination === 'wallet' ? 'wallet' : 'creator_available',
        ownerId: account.ownerId,
        currency: 'UGX',
      },
    ),
  )
  await tx
    .updateTable('refunds')
    .set({
      state: 'completed',
      destination: account.destination,
      sent_at: at,
      ended_at: at,
      failure: null,
      next_check_at: null,
    })
    .where('id', '=', refund.id)
    .execute()
  await publish(tx, {
    actorId: account.actorId,
    event: `refund_to_${account.destination}`,
    objectId: refund.id,
    detail: { amount_minor: refund.amount_minor.toString(), currency: refund.currency },
  })
}
