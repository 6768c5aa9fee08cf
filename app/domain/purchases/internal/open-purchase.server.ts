import type { Actor } from '#app/domain/identity/actor.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { insertPayment, type Payer } from '#app/domain/payments/transactions.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { ReturnTo } from '#app/domain/products/return-to.ts'
import type { ProductFacts } from '#app/domain/products/registry.ts'
import type { Quote } from '#app/domain/products/product.ts'
import { labelsOf } from '#app/domain/products/registry.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import type { PurchaseRow, TransactionRow } from '#app/domain/payments/lock-payment.server.ts'

/** Everything about one order that is fixed before anything is stored. */
export type Order = {
  actor: Actor
  quote: Quote
  payer: Payer
  returnTo: ReturnTo
  scope: string
  checkoutHash: Buffer
  idempotencyKey: string
}

export type Opened =
  /** The attempt to continue with: a new one, or the existing one of the same order. */
  | { kind: 'attempt'; transaction: TransactionRow }
  /** The purchase is paid, or its money is on the way: its own page shows that. */
  | { kind: 'decided'; transaction: TransactionRow }
  /** An older attempt for the same thing exists; it has to be closed and checked first. */
  | { kind: 'in_the_way'; transaction: TransactionRow }
  /** The form belongs to a purchase that has been replaced by another one. */
  | { kind: 'stale_form' }

/** Something that the quote relied on was used by somebody else in between: nothing of the purchase is stored. */
export class QuoteUnavailable extends Error {}

const LINK_WORTH_REUSING_MINUTES = 2
const PATIENCE_WHILE_PROCESSING_MS = 10 * 60_000

/**
 * Finds or creates the purchase and its attempt. One buyer has one open purchase of a thing: repeated forms, double clicks and second tabs
 * lead to the same one. `retired` is the id of an attempt that was closed and checked just now.
 */
export async function openPurchase(tx: Tx, order: Order, retired: string | null): Promise<Opened> {
  const { quote, scope } = order
  await advisoryLock(tx, `${scope} ${quote.facts.kind} ${quote.productId}`)
  const same = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('idempotency_key', '=', order.idempotencyKey)
    .executeTakeFirst()
  if (same && (same.kind !== quote.facts.kind || same.product_id !== quote.productId || same.state === 'abandoned'))
    return { kind: 'stale_form' }
  const found = same ?? (await findOpen(tx, order))
  if (!found) return { kind: 'attempt', transaction: await insertAttempt(tx, order, await insertPurchase(tx, order)) }
  // Its money may be arriving right now: the lock keeps what we read from here on unchanged until we are done.
  const open = await lockPurchase(tx, found.id)

  const newest = await tx
    .selectFrom('transactions')
    .selectAll()
    .where('purchase_id', '=', open.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (same && open.state === 'abandoned') return { kind: 'stale_form' }
  if (open.state !== 'open' || newest.status === 'succeeded' || newest.status === 'review')
    return { kind: 'decided', transaction: newest }
  const sameQuote = isSameQuote(open, order)
  if (newest.status === 'pending' && newest.id !== retired) {
    // Its payment page is for one number: another one gets a page of its own, unless money is on its way already.
    const sameWay = sameQuote && newest.payment_method === order.payer.method
    const samePayer = newest.stage === 'processing' || isSamePayer(newest, order.payer)
    if (sameWay && samePayer && isGoingOn(newest))
      return newest.stage === 'processing'
        ? { kind: 'decided', transaction: newest }
        : { kind: 'attempt', transaction: newest }
    return { kind: 'in_the_way', transaction: newest }
  }
  if (sameQuote) return { kind: 'attempt', transaction: await insertAttempt(tx, order, open.id) }
  if (same) return { kind: 'stale_form' }
  await tx.updateTable('purchases').set({ state: 'abandoned' }).where('id', '=', open.id).execute()
  return { kind: 'attempt', transaction: await insertAttempt(tx, order, await insertPurchase(tx, order)) }
}

function findOpen(tx: Tx, order: Order): Promise<PurchaseRow | undefined> {
  return tx
    .selectFrom('purchases')
    .selectAll()
    .where('buyer_scope', '=', order.scope)
    .where('kind', '=', order.quote.facts.kind)
    .where('product_id', '=', order.quote.productId)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

function lockPurchase(tx: Tx, id: string): Promise<PurchaseRow> {
  return tx.selectFrom('purchases').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

function isSameQuote(open: PurchaseRow, { actor, quote, payer, returnTo }: Order): boolean {
  const samePrice = open.amount_minor === quote.price.amountMinor && open.currency === quote.price.currency
  const before = { facts: open.quote as ProductFacts, returnTo: open.return_to as ReturnTo }
  const same = productOf(open.kind).isSameOrder?.(before, { facts: quote.facts, returnTo }) ?? true
  // A visitor's purchase belongs to the address: another address is another purchase.
  return samePrice && same && (actor !== null || open.buyer_email === payer.email)
}

function isSamePayer(attempt: TransactionRow, { phone, network }: Payer): boolean {
  return attempt.phone_number === phone && attempt.network === network
}

/** Whether an attempt can be continued: it waits for its page, its page can still be used, or its money is on the way. */
function isGoingOn(attempt: TransactionRow): boolean {
  if (attempt.stage === 'processing')
    return now().getTime() - attempt.updated_at.getTime() < PATIENCE_WHILE_PROCESSING_MS
  if (attempt.checkout_link === null) return attempt.stage === 'created' || attempt.stage === 'initiating'
  return attempt.link_expires_at !== null && attempt.link_expires_at > addMinutes(now(), LINK_WORTH_REUSING_MINUTES)
}

async function insertPurchase(tx: Tx, order: Order): Promise<string> {
  const { actor, quote, payer } = order
  const id = newId()
  await tx
    .insertInto('purchases')
    .values({
      id,
      kind: quote.facts.kind,
      product_id: quote.productId,
      product_name: quote.productName,
      buyer_id: actor?.id ?? null,
      buyer_scope: order.scope,
      buyer_email: payer.email,
      amount_minor: quote.price.amountMinor,
      currency: quote.price.currency,
      quote: JSON.stringify(quote.facts),
      return_to: JSON.stringify(order.returnTo),
      idempotency_key: order.idempotencyKey,
      checkout_hash: order.checkoutHash,
      created_at: now(),
    })
    .execute()
  await publish(tx, {
    actorId: actor?.id ?? null,
    event: 'purchase_started',
    objectId: id,
    detail: { kind: quote.facts.kind },
  })
  return id
}

async function insertAttempt(tx: Tx, order: Order, purchaseId: string): Promise<TransactionRow> {
  const { actor, quote, payer } = order
  const product = productOf(quote.facts.kind)
  if (product.reserve && !(await product.reserve(tx, await lockPurchase(tx, purchaseId)))) throw new QuoteUnavailable()
  return insertPayment(tx, {
    purchaseId,
    accountId: actor?.id ?? null,
    payer,
    price: quote.price,
    description: quote.productName,
    names: labelsOf(quote.facts.kind).payment(quote.facts),
  })
}
