import { formatMoney, type Currency } from '#app/domain/money/money.ts'
import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import { grantUnlock } from '#app/domain/entitlements/grant-unlock.server.ts'
import { takeFeeWeek } from '#app/domain/creators/take-fee-week.server.ts'
import { followAsBuyer } from '#app/domain/follows/follow-as-buyer.server.ts'
import { findOrCreateBuyer, mailPaymentCode } from '#app/domain/identity/mail-payment-code.server.ts'
import { enqueueEmail } from '#app/domain/notifications/enqueue-email.server.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { showDate, showDateTime } from '#app/domain/payments/show-time.ts'
import { grantPass } from '#app/domain/subscriptions/grant-pass.server.ts'
import { config } from '#app/platform/config.server.ts'
import { isId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { destinationOfPass, type Intent, returnWish } from '../intent.ts'
import type { PassFacts, UnlockFacts } from '../quote.ts'
import type { PurchaseRow, TransactionRow } from './locked-payment.server.ts'

export type Buyer = { accountId: string; created: boolean; active: boolean }

/** Whose purchase it is: the signed-in buyer's, or that of the address the visitor gave, with an account made for it where there is none. */
export async function resolveBuyer(tx: Tx, purchase: PurchaseRow): Promise<Buyer> {
  const found = purchase.buyer_id
    ? { profileId: purchase.buyer_id, created: false }
    : await findOrCreateBuyer(tx, purchase.buyer_email)
  const account = await tx
    .selectFrom('profiles')
    .select(['account_status', 'is_blocked'])
    .where('id', '=', found.profileId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    accountId: found.profileId,
    created: found.created,
    active: account.account_status === 'active' && !account.is_blocked,
  }
}

/** Gives the buyer what was paid for and says so by mail. Runs once a purchase, inside the transaction that settles it. */
export async function fulfilPurchase(
  tx: Tx,
  purchase: PurchaseRow,
  transaction: TransactionRow,
  buyer: Buyer,
  paidAt: Date,
): Promise<void> {
  const intent = purchase.intent as Intent
  const endsAt = await grant(tx, purchase, transaction, buyer, paidAt)
  await tx
    .updateTable('purchases')
    .set({ buyer_id: buyer.accountId, user_created: buyer.created, state: 'completed', completed_at: paidAt })
    .where('id', '=', purchase.id)
    .execute()
  if (intent.intent === 'follow' && intent.creator) {
    await followAsBuyer(
      tx,
      buyer.accountId,
      isId(intent.creator) ? { id: intent.creator } : { username: intent.creator.toLowerCase() },
    )
  }
  await recordActivity(tx, {
    actorId: buyer.accountId,
    act: 'purchase_completed',
    objectKind: 'purchase',
    objectId: purchase.id,
    detail: {
      kind: purchase.kind,
      amount_minor: purchase.amount_minor.toString(),
      currency: purchase.currency,
      account_created: buyer.created,
    },
  })
  await mailBuyer(tx, purchase, transaction, buyer, paidAt, endsAt)
}

async function grant(
  tx: Tx,
  purchase: PurchaseRow,
  transaction: TransactionRow,
  buyer: Buyer,
  paidAt: Date,
): Promise<Date | null> {
  if (purchase.kind === 'creator_fee') {
    const week = await takeFeeWeek(tx, {
      creatorId: purchase.product_id,
      purchaseId: purchase.id,
      transactionId: transaction.id,
      price: { amountMinor: purchase.amount_minor, currency: purchase.currency as Currency },
      paidAt,
    })
    return week.endsAt
  }
  if (purchase.kind === 'pass') {
    const facts = purchase.quote as PassFacts
    const term = await grantPass(tx, {
      accountId: buyer.accountId,
      plan: facts.plan,
      planId: purchase.product_id,
      purchaseId: purchase.id,
      paidAt,
    })
    return term.endsAt
  }
  const granted = await grantUnlock(tx, {
    accountId: buyer.accountId,
    postId: purchase.product_id,
    purchaseId: purchase.id,
  })
  invariant(granted, 'a post that the buyer has already is refunded, not granted')
  return null
}

async function mailBuyer(
  tx: Tx,
  purchase: PurchaseRow,
  transaction: TransactionRow,
  buyer: Buyer,
  paidAt: Date,
  endsAt: Date | null,
): Promise<void> {
  const amount = formatMoney({ amountMinor: purchase.amount_minor, currency: purchase.currency as Currency })
  const reference = shortReference(transaction.flutterwave_tx_ref)
  if (buyer.created) {
    await mailPaymentCode(tx, {
      email: purchase.buyer_email,
      browserHash: purchase.starter_hash,
      returnTo: returnWish(purchase.intent as Intent),
      productName: purchase.product_name,
      amount,
      reference,
    })
    return
  }
  await enqueueEmail(tx, purchase.buyer_email, 'receipt', {
    productName: purchase.product_name,
    amount,
    reference,
    paidOn: showDateTime(paidAt),
    endsOn: endsAt ? showDate(endsAt) : null,
    method: transaction.payment_method === 'card' ? 'Card' : 'Mobile money',
    link: `${config().baseUrl}${purchase.buyer_id ? linkOf(purchase) : '/auth?message=payment-success'}`,
  })
}

function linkOf(purchase: PurchaseRow): string {
  if (purchase.kind === 'pass') return destinationOfPass(purchase.intent as Intent)
  if (purchase.kind === 'creator_fee') return '/dashboard'
  return `/gal/${(purchase.quote as UnlockFacts).creatorId}`
}
