import { creatorIn } from '#app/domain/payments/creator-in.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { RefundNews } from '#app/domain/events/refund-news.ts'
import { makeRefundDue, type RefundRow } from '#app/domain/payments/refund-rows.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { formatMoney, moneyFrom } from '#app/domain/money/money.ts'
import type { Destination } from '#app/domain/payments/refund.ts'
import { payRefundToBalance } from '#app/domain/payments/refund-to-balance.server.ts'
import { labelsOf } from '#app/domain/products/registry.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import { closeUnmatched } from '#app/domain/purchases/close-unmatched.server.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { refundDecided } from '../entries.ts'
import { notifyCreator } from './notify-creator.server.ts'

/** The top-up is spent, in part or whole, so it can't be refunded from the wallet. Thrown, so that the whole command rolls back. */
export class AlreadySpent extends Error {}

/**
 * Executes a decided refund in the caller's transaction: ends the grant, posts who bears it, and sends it. The purchase and the refund are
 * locked; `restMinor` is the part of the price that has not been refunded before.
 */
export async function carryOut(
  tx: Tx,
  refund: RefundRow,
  purchase: PurchaseRow,
  { restMinor, actorId, message = '' }: { restMinor: bigint; actorId: string | null; message?: string },
): Promise<void> {
  if (refund.reason === 'unmatched') return refundUnmatched(tx, refund, purchase, { actorId, message })
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
  const { lines, shortMinor } = await productOf(purchase.kind).reverse(tx, back)
  if (shortMinor > 0n) throw new AlreadySpent()
  const currency = refund.currency
  await postEntry(tx, refundDecided({ id: refund.id, amountMinor: refund.amount_minor, currency, at }, lines))
  await notifyCreator(tx, purchase, lines, 'sale_refunded')
  await sendOnItsWay(tx, refund, purchase, actorId, refundNewsOf(refund, purchase, message))
}

/** Money that was never ours is in refunds_payable from its arrival: no entry decides about it, and nothing was granted for it. */
async function refundUnmatched(
  tx: Tx,
  refund: RefundRow,
  purchase: PurchaseRow,
  { actorId, message }: { actorId: string | null; message: string },
): Promise<void> {
  const { transaction_id: transactionId, gateway, provider_id: providerId } = refund
  invariant(
    transactionId !== null && gateway !== null && providerId !== null,
    'money that did not match came as a charge',
  )
  await closeUnmatched(tx, { purchaseId: purchase.id, transactionId, gateway, providerId })
  // First what was wrong with it, then the message of the person who decided.
  const news = refundNewsOf(refund, purchase, [refund.note, message].join(' ').trim())
  await sendOnItsWay(tx, refund, purchase, actorId, news)
}

/**
 * Decided: sent to the gateway by the next scheduled task, or paid into the buyer's own balance at once. Its money is in refunds_payable.
 * `news` is what the buyer is told; null where something else tells them.
 */
export async function sendOnItsWay(
  tx: Tx,
  refund: RefundRow,
  purchase: PurchaseRow,
  actorId: string | null,
  news: RefundNews | null,
): Promise<void> {
  const { destination, currency } = refund
  await makeRefundDue(tx, refund)
  await publish(tx, {
    actorId,
    event: 'refund_decided',
    objectId: refund.id,
    detail: { amount_minor: refund.amount_minor.toString(), currency, purchase: purchase.id, to: destination },
    payload: destination === 'source' ? news : null,
  })
  if (destination === 'source') return
  await payRefundToBalance(tx, refund, { ownerId: purchase.buyer_id!, destination, actorId })
  if (news) await publish(tx, { actorId, event: `refund_paid_to_${destination}`, objectId: refund.id, payload: news })
}

export function refundNewsOf(
  refund: Pick<RefundRow, 'amount_minor' | 'currency'>,
  purchase: PurchaseRow,
  message = '',
): RefundNews {
  return {
    buyer: { id: purchase.buyer_id, email: purchase.buyer_email },
    aboutId: creatorIn(purchase),
    productName: purchase.product_name,
    amount: formatMoney(moneyFrom(refund)),
    message,
    purchaseId: purchase.id,
  }
}

/** Where a refund of a purchase can go: to the balance that paid; else to the payment method, or to the wallet if the buyer prefers. */
export function destinationOf(purchase: PurchaseRow, requested: Destination): Destination {
  if (purchase.paid_from === 'wallet' || purchase.paid_from === 'earnings') return purchase.paid_from
  // A refunded top-up leaves the wallet, and a wallet holds shillings.
  return requested === 'wallet' && !labelsOf(purchase.kind).fillsWallet && purchase.currency === 'UGX'
    ? 'wallet'
    : 'source'
}
