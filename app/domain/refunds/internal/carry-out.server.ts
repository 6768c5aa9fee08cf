import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { type Currency, formatMoney } from '#app/domain/money/money.ts'
import { enqueueEmail } from '#app/domain/notifications/enqueue-email.server.ts'
import type { Destination } from '#app/domain/payments/refund.ts'
import { payRefundToPot } from '#app/domain/payments/refund-to-pot.server.ts'
import { productOf } from '#app/domain/purchases/products/index.server.ts'
import type { PurchaseRow } from '#app/domain/purchases/products/product.ts'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { refundDecided } from '../entries.ts'
import type { RefundRow } from './locked-refund.server.ts'

/** What was topped up is spent, in part or whole: then it can't go back from the wallet. Thrown, so that nothing of the act remains. */
export class AlreadySpent extends Error {}

/**
 * Does what is decided: ends what was given, books who bears it, and sends it on its way, all in the caller's transaction. The purchase and
 * the refund are locked; `restMinor` is what of the price has not gone back before.
 */
export async function carryOut(
  tx: Tx,
  refund: Pick<RefundRow, 'id' | 'amount_minor' | 'currency' | 'destination' | 'ends' | 'attempts'>,
  purchase: PurchaseRow,
  { restMinor, actorId }: { restMinor: bigint; actorId: string | null },
): Promise<void> {
  invariant(purchase.buyer_id !== null, 'a completed purchase has a buyer')
  const at = now()
  const back = {
    purchase,
    buyerId: purchase.buyer_id,
    amountMinor: refund.amount_minor,
    restMinor,
    ends: refund.ends,
    causeKind: 'refund' as const,
    causeId: refund.id,
    at,
  }
  const { lines, shortMinor } = await productOf(purchase.kind).takeBack(tx, back)
  if (shortMinor > 0n) throw new AlreadySpent()
  const currency = refund.currency as Currency
  await postEntry(tx, refundDecided({ id: refund.id, amountMinor: refund.amount_minor, currency, at }, lines))
  await tx
    .updateTable('refunds')
    .set({ state: 'requested', next_check_at: refund.destination === 'source' ? at : null })
    .where('id', '=', refund.id)
    .execute()
  await recordActivity(tx, {
    actorId,
    act: 'refund_decided',
    objectKind: 'refund',
    objectId: refund.id,
    detail: { amount_minor: refund.amount_minor.toString(), currency, purchase: purchase.id, to: refund.destination },
  })
  if (refund.destination !== 'source')
    await payRefundToPot(tx, refund, { ownerId: purchase.buyer_id, destination: refund.destination, actorId })
  await tellBuyer(tx, refund, purchase, refund.destination === 'source' ? 'decided' : `to_${refund.destination}`)
}

export type RefundNews = 'decided' | 'to_wallet' | 'to_earnings' | 'declined'

export function tellBuyer(
  tx: Tx,
  refund: Pick<RefundRow, 'amount_minor' | 'currency'>,
  purchase: PurchaseRow,
  state: RefundNews,
  words = '',
): Promise<void> {
  return enqueueEmail(tx, purchase.buyer_email, 'refund', {
    state,
    productName: purchase.product_name,
    amount: formatMoney({ amountMinor: refund.amount_minor, currency: refund.currency as Currency }),
    words,
    link: `${config().baseUrl}/receipts/${purchase.id}`,
  })
}

/** Where a refund of a purchase can go: back to the pot that paid; else the way it came, or to the wallet if the buyer prefers. */
export function destinationOf(purchase: PurchaseRow, wanted: Destination): Destination {
  if (purchase.paid_from === 'wallet' || purchase.paid_from === 'earnings') return purchase.paid_from
  // A top-up that goes back leaves the wallet, and a wallet holds shillings.
  return wanted === 'wallet' && purchase.kind !== 'wallet_top_up' && purchase.currency === 'UGX' ? 'wallet' : 'source'
}
