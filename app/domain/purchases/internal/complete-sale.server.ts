import { formatMoney, moneyFrom } from '#app/domain/money/money.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { PayloadOf } from '#app/domain/events/registry.ts'
import { followAsBuyer } from '#app/domain/follows/follow-as-buyer.server.ts'
import { findOrCreateBuyer, mailPaymentCode } from '#app/domain/identity/mail-payment-code.server.ts'
import type { Entry } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { creatorIn } from '#app/domain/payments/creator-in.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { addressOf } from '#app/target-address.ts'
import { showDate, showDateTime } from '#app/platform/dates.ts'
import { isId } from '#app/platform/id.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { type ReturnTo, SIGN_IN_AFTER_PAYMENT } from '#app/domain/products/return-to.ts'
import { foundAt } from '#app/domain/products/registry.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import type { Booking, Sale } from '#app/domain/products/product.ts'
import type { PurchaseRow, TransactionRow } from '#app/domain/payments/lock-payment.server.ts'

export type Buyer = { accountId: string; created: boolean; active: boolean }

/** The signed-in buyer, or the owner of the address that the visitor gave; creates an account for that address where there is none. */
export async function resolveBuyer(tx: Tx, purchase: PurchaseRow): Promise<Buyer> {
  const found = purchase.buyer_id
    ? { profileId: purchase.buyer_id, created: false }
    : await findOrCreateBuyer(tx, purchase.buyer_email)
  const account = await tx
    .selectFrom('profiles')
    .select(['account_status', 'is_blocked'])
    .where('id', '=', found.profileId)
    // Not a key lock: rows that refer to this person must not wait for us, nor we for them.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return {
    accountId: found.profileId,
    created: found.created,
    active: account.account_status === 'active' && !account.is_blocked,
  }
}

/** How it was paid: a transaction of the gateway, or null for a balance and for what was free. */
type Paid = { buyer: Buyer; transaction: TransactionRow | null }

/**
 * Posts a sale, grants what was paid for and confirms it to the buyer: once per purchase, in the transaction that collects its price.
 * `entryOf` makes the entry of what the product books; null where no money moves. Returns when the grant ends, where it does.
 */
export async function completeSale(
  tx: Tx,
  sale: Sale,
  { buyer, transaction }: Paid,
  entryOf: ((booking: Booking) => Entry) | null,
): Promise<Date | null> {
  const { purchase, at: paidAt } = sale
  const product = productOf(purchase.kind)
  const entry = entryOf && (await postEntry(tx, entryOf(await product.book(tx, sale))))
  const endsAt = await product.grant(tx, sale, entry?.entryId ?? null)
  const returnTo = purchase.return_to as ReturnTo
  // What a balance paid, and what was free, was stored as completed.
  if (transaction !== null)
    await tx
      .updateTable('purchases')
      .set({ buyer_id: buyer.accountId, user_created: buyer.created, state: 'completed', completed_at: paidAt })
      .where('id', '=', purchase.id)
      .execute()
  if (returnTo.intent === 'follow' && returnTo.creator) {
    await followAsBuyer(
      tx,
      buyer.accountId,
      isId(returnTo.creator) ? { id: returnTo.creator } : { username: returnTo.creator.toLowerCase() },
    )
  }
  // The buyer sees at once what a balance paid, and many small mails help nobody; only a purchase with a term is confirmed.
  const confirmed = transaction !== null || endsAt !== null
  await publish(tx, {
    actorId: buyer.accountId,
    event: 'purchase_completed',
    objectId: purchase.id,
    detail: {
      kind: purchase.kind,
      amount_minor: purchase.amount_minor.toString(),
      currency: purchase.currency,
      paid_from: purchase.paid_from,
      account_created: buyer.created,
    },
    payload:
      confirmed && !buyer.created
        ? { ...receiptOf(purchase, transaction, buyer, paidAt, endsAt), aboutId: await creatorNamed(tx, purchase) }
        : null,
  })
  if (confirmed && buyer.created)
    await mailPaymentCode(tx, {
      email: purchase.buyer_email,
      browserHash: purchase.checkout_hash,
      returnTo: addressOf(foundAt(purchase)),
      productName: purchase.product_name,
      amount: formatMoney(moneyFrom(purchase)),
      reference: referenceOf(purchase, transaction),
    })
  return endsAt
}

/** The creator whom the receipt names, in the product or in where it leads. */
async function creatorNamed(tx: Tx, purchase: PurchaseRow): Promise<string | null> {
  const { creator } = purchase.return_to as ReturnTo
  const sold = creatorIn(purchase)
  if (sold || !creator) return sold
  const found = await tx
    .selectFrom('profiles')
    .select('id')
    .where(isId(creator) ? 'id' : 'username', '=', creator.toLowerCase())
    .executeTakeFirst()
  return found?.id ?? null
}

function receiptOf(
  purchase: PurchaseRow,
  transaction: TransactionRow | null,
  buyer: Buyer,
  paidAt: Date,
  endsAt: Date | null,
): PayloadOf<'purchase_completed'> {
  return {
    buyer: { id: buyer.accountId, email: purchase.buyer_email },
    productName: purchase.product_name,
    amount: formatMoney(moneyFrom(purchase)),
    reference: referenceOf(purchase, transaction),
    paidOn: showDateTime(paidAt),
    endsOn: endsAt ? showDate(endsAt) : null,
    method: methodOf(purchase, transaction),
    opens: purchase.buyer_id ? foundAt(purchase) : SIGN_IN_AFTER_PAYMENT,
  }
}

function referenceOf(purchase: PurchaseRow, transaction: TransactionRow | null): string {
  return shortReference(transaction?.flutterwave_tx_ref ?? purchase.id.replaceAll('-', ''))
}

function methodOf(purchase: PurchaseRow, transaction: TransactionRow | null): string {
  if (transaction) return transaction.payment_method === 'card' ? 'Card' : 'Mobile money'
  if (purchase.paid_from === 'nothing') return 'Nothing to pay'
  return purchase.paid_from === 'earnings' ? 'Earnings' : 'Wallet'
}
