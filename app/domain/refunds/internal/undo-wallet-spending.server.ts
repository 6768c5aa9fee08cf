import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import type { Currency } from '#app/domain/money/money.ts'
import { payRefundToPot } from '#app/domain/payments/refund-to-pot.server.ts'
import { productOf } from '#app/domain/purchases/products/index.server.ts'
import type { PurchaseRow } from '#app/domain/purchases/products/product.ts'
import { walletOf } from '#app/domain/wallet/wallet.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { refundDecided } from '../entries.ts'
import type { RefundRow } from './locked-refund.server.ts'
import { openRefund } from './open-refund.server.ts'
import { refundFactsOf } from './refund-facts.server.ts'
import { tellCreator } from './tell-creator.server.ts'

/** One chargeback undoes so many purchases at most; what is left then is our loss. */
const MOST_UNDONE = 200

/**
 * A bank takes a top-up back that the wallet no longer holds: what the wallet has bought since then ends, the newest first, and is paid back
 * into it until it holds `wantedMinor`. So stolen money buys nothing that stays, and earns nobody anything. The top-up is locked.
 */
export async function undoWalletSpending(tx: Tx, topUp: PurchaseRow, wantedMinor: bigint): Promise<void> {
  const bought = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('buyer_id', '=', topUp.buyer_id)
    .where('paid_from', '=', 'wallet')
    .where('state', '=', 'completed')
    .where('completed_at', '>=', topUp.completed_at)
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_UNDONE)
    .forUpdate()
    .execute()
  // Not locked yet: all balances of a purchase are locked in one order, and the wallet's is among them.
  let missingMinor = wantedMinor + (await getBalance(walletOf(topUp.buyer_id!), tx))
  for (const purchase of bought) {
    if (missingMinor <= 0n) return
    missingMinor -= await undo(tx, purchase)
  }
}

/** All that is left of a purchase goes back into the wallet. Answers how much that was. */
async function undo(tx: Tx, purchase: PurchaseRow): Promise<bigint> {
  const { completed, restMinor } = await refundFactsOf(tx, purchase)
  if (!completed || restMinor <= 0n) return 0n
  const refund = (await findWish(tx, purchase.id)) ?? (await openOne(tx, purchase, restMinor))
  const at = now()
  const { lines, shortMinor } = await productOf(purchase.kind).takeBack(tx, {
    purchase,
    buyerId: purchase.buyer_id!,
    amountMinor: restMinor,
    restMinor,
    ends: true,
    causeKind: 'refund',
    causeId: refund.id,
    at,
  })
  // What a hidden creator's fan had back in the wallet is spent with the rest of it.
  const amountMinor = restMinor - shortMinor
  if (amountMinor <= 0n) return nothingLeft(tx, refund)
  const decided = { ...refund, amount_minor: amountMinor }
  await tx
    .updateTable('refunds')
    .set({ amount_minor: amountMinor, ends: true, state: 'requested' })
    .where('id', '=', refund.id)
    .execute()
  const currency = refund.currency as Currency
  await postEntry(tx, refundDecided({ id: refund.id, amountMinor, currency, at }, lines))
  await recordActivity(tx, {
    actorId: null,
    act: 'refund_decided',
    objectKind: 'refund',
    objectId: refund.id,
    detail: { amount_minor: amountMinor.toString(), currency, purchase: purchase.id, because: 'top_up_charged_back' },
  })
  await payRefundToPot(tx, decided, { ownerId: purchase.buyer_id!, destination: 'wallet', actorId: null })
  await tellCreator(tx, purchase, lines, 'charged_back')
  return amountMinor
}

async function nothingLeft(tx: Tx, refund: RefundRow): Promise<bigint> {
  await tx.updateTable('refunds').set({ state: 'declined', ended_at: now() }).where('id', '=', refund.id).execute()
  return 0n
}

function openOne(tx: Tx, purchase: PurchaseRow, amountMinor: bigint): Promise<RefundRow> {
  return openRefund(tx, purchase, {
    reason: 'top_up_charged_back',
    amountMinor,
    destination: 'wallet',
    askedBy: null,
    note: '',
  })
}

/** A wish that waits for a person is granted by this, whole. */
async function findWish(tx: Tx, purchaseId: string): Promise<RefundRow | undefined> {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .where('state', 'in', ['asked', 'agreed'])
    .where('reason', '<>', 'unmatched')
    .forUpdate()
    .executeTakeFirst()
}
