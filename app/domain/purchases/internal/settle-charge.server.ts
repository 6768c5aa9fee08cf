import type { Charge } from '#app/gateways/flutterwave/port.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { setPayerAccount } from '#app/domain/payments/transactions.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { isCurrency, moneyFrom } from '#app/domain/money/money.ts'
import { type Finding, mismatchText } from '#app/domain/payments/charge-check.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { keepUnmatched, type RefundReason, requestRefund } from '#app/domain/payments/request-refund.server.ts'
import { type Arrival, decideSettlement } from '../settlement-decision.ts'
import { type Collected, gatewayFeeLearned, paidByCharge, paymentToRefund } from '../entries.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import { type Buyer, completeSale, resolveBuyer } from './complete-sale.server.ts'
import type { PurchaseRow, TransactionRow } from '#app/domain/payments/lock-payment.server.ts'
import { markCharge, type SavedCharge } from '#app/domain/payments/save-charge.server.ts'

export type Settlement = {
  purchase: PurchaseRow
  transaction: TransactionRow
  charge: Charge
  gateway: string
  overSince: Date
  at: Date
}

const HOUR_MS = 3_600_000

/** Money that matches has arrived: it is posted, and buys the product or is refunded. */
export async function settleCharge(tx: Tx, settlement: Settlement): Promise<void> {
  const { purchase, transaction, charge, at } = settlement
  const buyer = await resolveBuyer(tx, purchase)
  await setPayerAccount(tx, transaction.id, buyer.accountId)
  const decision = decideSettlement(await arrivalOf(tx, settlement, buyer))
  if (decision.kind === 'refund') {
    await refundCharge(tx, settlement, decision.reason)
    if (purchase.state === 'open')
      await tx
        .updateTable('purchases')
        .set({ state: 'abandoned', buyer_id: buyer.accountId })
        .where('id', '=', purchase.id)
        .execute()
    return
  }
  const price = moneyFrom(purchase)
  const collected = collectedOf(settlement)
  const sale = { purchase, buyerId: buyer.accountId, transactionId: transaction.id, at }
  // Whether a card paid is read from the charge, so it is marked before the grant.
  await markCharge(tx, settlement.gateway, charge.providerId, 'settled')
  await completeSale(tx, sale, { buyer, transaction }, (booking) => paidByCharge(collected, price, booking))
  if (collected.grossMinor > price.amountMinor)
    await refundPart(tx, settlement, 'paid_too_much', collected.grossMinor - price.amountMinor)
}

/** Money that can't buy anything any more: posted as refund due, with a refund to be sent. */
export async function refundCharge(tx: Tx, settlement: Settlement, reason: RefundReason): Promise<void> {
  const collected = collectedOf(settlement)
  await postEntry(tx, paymentToRefund(collected))
  await markCharge(tx, settlement.gateway, settlement.charge.providerId, 'refund_due')
  await refundPart(tx, settlement, reason, collected.grossMinor)
}

/** Money that doesn't match the request waits for a staff decision; until then the part that is ours to hold is posted as refund due. */
export async function bookUnmatched(
  tx: Tx,
  settlement: Settlement,
  finding: Finding,
  accountId: string,
): Promise<void> {
  const { charge, transaction } = settlement
  const reasons = finding.kind === 'mismatch' ? finding.reasons : []
  if (!reasons.includes('used_elsewhere')) {
    await markCharge(tx, settlement.gateway, charge.providerId, 'review')
    if (isHeldByUs(charge, accountId)) {
      const collected = collectedOf(settlement)
      await postEntry(tx, paymentToRefund(collected))
      const amount = { amountMinor: collected.grossMinor, currency: collected.currency }
      const { gateway, providerId } = collected
      const description = mismatchText(reasons)
      await keepUnmatched(tx, { transactionId: transaction.id, gateway, providerId, amount, description })
    }
  }
  await publish(tx, {
    actorId: null,
    event: 'payment_needs_review',
    objectId: transaction.id,
    detail: { reasons: reasons.join(' '), provider_id: charge.providerId },
  })
}

/** Corrects a posted charge once when its fee becomes known. Returns whether the fee is known now. */
export async function learnFee(tx: Tx, saved: SavedCharge, settlement: Settlement): Promise<boolean> {
  const { charge } = settlement
  if (saved.feeBefore !== null || saved.usedElsewhere) return true
  if (charge.feeMinor === null) return false
  if (charge.feeMinor > 0n && isCurrency(charge.currency) && charge.amountMinor !== null) {
    const booked = await tx
      .selectFrom('journal_entries')
      .select('id')
      .where('idempotency_key', '=', `charge:${settlement.gateway}:${charge.providerId}`)
      .executeTakeFirst()
    if (booked) await postEntry(tx, gatewayFeeLearned({ ...collectedOf(settlement), feeMinor: charge.feeMinor }))
  }
  return true
}

async function arrivalOf(tx: Tx, settlement: Settlement, buyer: Buyer): Promise<Arrival> {
  const { purchase, overSince, at } = settlement
  return {
    purchaseState: purchase.state,
    hoursLate: (at.getTime() - overSince.getTime()) / HOUR_MS,
    buyerActive: buyer.active,
    ...(await productOf(purchase.kind).preconditions(tx, purchase, buyer.accountId)),
  }
}

function refundPart(tx: Tx, settlement: Settlement, reason: RefundReason, amountMinor: bigint): Promise<void> {
  const { transaction, charge, gateway } = settlement
  const { currency } = charge
  invariant(isCurrency(currency), 'a posted charge has a supported currency')
  return requestRefund(tx, {
    transactionId: transaction.id,
    gateway,
    providerId: charge.providerId,
    amount: { amountMinor, currency },
    reason,
  })
}

function isHeldByUs(charge: Charge, accountId: string): boolean {
  return (
    charge.accountId === accountId &&
    isCurrency(charge.currency) &&
    charge.amountMinor !== null &&
    charge.amountMinor > 0n
  )
}

function collectedOf({ charge, gateway, transaction, at }: Settlement): Collected {
  invariant(
    charge.amountMinor !== null && charge.amountMinor > 0n && isCurrency(charge.currency),
    'a posted charge has an amount in a supported currency',
  )
  return {
    gateway,
    providerId: charge.providerId,
    grossMinor: charge.amountMinor,
    feeMinor: charge.feeMinor,
    currency: charge.currency,
    transactionId: transaction.id,
    at,
  }
}
