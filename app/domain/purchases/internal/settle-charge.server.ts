import { sql } from 'kysely'
import type { Charge } from '#app/gateways/flutterwave/port.ts'
import { lockCreatorOnTheWay } from '#app/domain/creators/lock-creator.server.ts'
import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import type { Entry } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { isCurrency } from '#app/domain/money/money.ts'
import type { Finding } from '#app/domain/payments/charge-check.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { type RefundReason, requestRefund } from '#app/domain/payments/request-refund.server.ts'
import { type Arrival, judgeArrival } from '../arrival.ts'
import { type Collected, creatorFeePaid, gatewayFeeLearned, passPaid, paymentToReturn, unlockPaid } from '../entries.ts'
import type { UnlockFacts } from '../quote.ts'
import { type Buyer, fulfilPurchase, resolveBuyer } from './fulfil-purchase.server.ts'
import { isPostDeliverable } from './post-for-sale.server.ts'
import type { PurchaseRow, TransactionRow } from './locked-payment.server.ts'
import { markCharge, type SavedCharge } from './save-charge.server.ts'

export type Settlement = {
  purchase: PurchaseRow
  transaction: TransactionRow
  charge: Charge
  gateway: string
  overSince: Date
  at: Date
}

const HOUR_MS = 3_600_000

/** Money that fits has arrived: it is booked and buys what it was meant for, or is booked and goes back. */
export async function settleCharge(tx: Tx, settlement: Settlement): Promise<void> {
  const { purchase, transaction, charge, at } = settlement
  const buyer = await resolveBuyer(tx, purchase)
  await tx.updateTable('transactions').set({ user_id: buyer.accountId }).where('id', '=', transaction.id).execute()
  const judgement = judgeArrival(await arrivalOf(tx, settlement, buyer))
  if (judgement.kind === 'refund') {
    await returnCharge(tx, settlement, judgement.reason)
    if (purchase.state === 'open')
      await tx
        .updateTable('purchases')
        .set({ state: 'given_up', buyer_id: buyer.accountId })
        .where('id', '=', purchase.id)
        .execute()
    return
  }
  const price = purchase.amount_minor
  const collected = collectedOf(settlement)
  const { platformFeePercentage } = await settings(tx)
  await postEntry(tx, entryOf(purchase, collected, platformFeePercentage))
  await markCharge(tx, settlement.gateway, charge.providerId, 'settled')
  if (collected.grossMinor > price) await refundPart(tx, settlement, 'paid_too_much', collected.grossMinor - price)
  await fulfilPurchase(tx, purchase, transaction, buyer, at)
}

/** Money that can't buy anything any more: booked as owed back, with a refund to be sent. */
export async function returnCharge(tx: Tx, settlement: Settlement, reason: RefundReason): Promise<void> {
  const collected = collectedOf(settlement)
  await postEntry(tx, paymentToReturn(collected))
  await markCharge(tx, settlement.gateway, settlement.charge.providerId, 'refund_due')
  await refundPart(tx, settlement, reason, collected.grossMinor)
}

/** Money that doesn't match what was asked for stays for a person to judge; what is ours to hold is booked as owed back until then. */
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
    if (isHeldByUs(charge, accountId)) await postEntry(tx, paymentToReturn(collectedOf(settlement)))
  }
  await recordActivity(tx, {
    actorId: null,
    act: 'payment_needs_review',
    objectKind: 'transaction',
    objectId: transaction.id,
    detail: { reasons: reasons.join(' '), provider_id: charge.providerId },
  })
}

/** A booked charge whose fee has become known is corrected once. Returns whether the fee is known now. */
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

function entryOf(purchase: PurchaseRow, collected: Collected, feePercentage: number): Entry {
  const price = purchase.amount_minor
  switch (purchase.kind) {
    case 'pass':
      return passPaid(collected, price)
    case 'post_unlock':
      return unlockPaid(collected, price, (purchase.quote as UnlockFacts).creatorId, feePercentage)
    case 'creator_fee':
      return creatorFeePaid(collected, price)
    default:
      return purchase.kind satisfies never
  }
}

async function arrivalOf(tx: Tx, settlement: Settlement, buyer: Buyer): Promise<Arrival> {
  const { purchase, overSince, at } = settlement
  const common = {
    kind: purchase.kind,
    purchaseState: purchase.state,
    hoursLate: (at.getTime() - overSince.getTime()) / HOUR_MS,
    buyerActive: buyer.active,
  }
  const { rows } = await sql<{ twin: boolean; unlocked: boolean; holds: boolean }>`
    select
      exists (select from purchases p where p.buyer_id = ${buyer.accountId} and p.kind = ${purchase.kind} and p.product_id = ${purchase.product_id}
        and p.id <> ${purchase.id} and p.state = 'completed' and p.completed_at >= ${purchase.created_at}) as twin,
      exists (select from unlocks u where u.user_id = ${buyer.accountId} and u.post_id = ${purchase.product_id} and u.revoked_at is null) as unlocked,
      exists (select from entitlements e where e.account_id = ${buyer.accountId}
        and e.grants = ${purchase.kind === 'creator_fee' ? 'listed' : 'all_creators'} and (e.ends_at is null or e.ends_at > app_now())) as holds`.execute(
    tx,
  )
  const { twin, unlocked, holds } = rows[0]!
  const givenUpForTwin = purchase.state === 'given_up' && twin
  switch (purchase.kind) {
    case 'pass':
      return { ...common, productExists: true, boughtElsewhere: givenUpForTwin, holdsOne: holds }
    case 'post_unlock':
      return {
        ...common,
        productExists: await isPostDeliverable(tx, purchase.product_id),
        boughtElsewhere: unlocked,
        holdsOne: holds,
      }
    case 'creator_fee':
      return {
        ...common,
        productExists: await lockCreatorOnTheWay(tx, purchase.product_id),
        boughtElsewhere: givenUpForTwin,
        holdsOne: holds,
      }
    default:
      return purchase.kind satisfies never
  }
}

function refundPart(tx: Tx, settlement: Settlement, reason: RefundReason, amountMinor: bigint): Promise<void> {
  const { transaction, charge, gateway } = settlement
  const { currency } = charge
  invariant(isCurrency(currency), 'a booked charge has a currency of ours')
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
    'a booked charge has an amount in a currency of ours',
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
