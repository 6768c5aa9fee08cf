import { sql } from 'kysely'
import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { grantPass } from '#app/domain/subscriptions/grant-pass.server.ts'
import { confirmPromo, reservePromo } from '#app/domain/promotions/take-promo.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'
import { destinationOfPass, type Intent } from './intent.ts'
import { confirmPurchase } from './internal/fulfil-purchase.server.ts'
import type { PurchaseRow } from './products/product.ts'
import { type PassFacts, priceOfPurchase, type Quote } from './quote.ts'

/** What cost nothing and was given at once: where it is found, and when it ends. */
export type Given = { purchaseId: string; address: string; endsAt: Date | null }

type Refusal = { kind: 'stale_form' } | { kind: 'promo_refused'; reason: 'cannot_be_used' }

/**
 * A pass whose whole price is taken off: a purchase like any other, made at once, without a payment and without an entry in the ledger,
 * because nothing moves. The same form twice is one.
 */
export async function takeForNothing(
  actor: Person,
  quote: Quote,
  input: { attempt: string; intent: Intent },
): Promise<Result<Given, Refusal>> {
  const { facts } = quote
  invariant(quote.price.amountMinor === 0n && facts.kind === 'pass', 'only a pass is ever given for nothing')
  const scope = `account ${actor.id}`
  const key = keyedHash('starter', `${scope} ${input.attempt}`).toString('hex')
  return inTransaction<Result<Given, Refusal>>(async (tx) => {
    await sql`select from profiles where id = ${actor.id} for no key update`.execute(tx)
    const same = await tx.selectFrom('purchases').selectAll().where('idempotency_key', '=', key).executeTakeFirst()
    if (same && (same.paid_from !== 'nothing' || same.state !== 'completed')) return refuse({ kind: 'stale_form' })
    if (same) return ok({ purchaseId: same.id, address: destinationOfPass(input.intent), endsAt: null })
    const purchase = await insertPurchase(tx, { actor, quote, scope, key, intent: input.intent })
    const endsAt = await give(tx, purchase, actor, facts)
    return ok({ purchaseId: purchase.id, address: destinationOfPass(input.intent), endsAt })
  }).catch((error: unknown) => {
    if (error instanceof CodeGone) return refuse({ kind: 'promo_refused', reason: 'cannot_be_used' })
    throw error
  })
}

class CodeGone extends Error {}

async function give(tx: Tx, purchase: PurchaseRow, actor: Person, facts: PassFacts): Promise<Date> {
  const at = now()
  if (facts.promo) {
    const use = { promoId: facts.promo.id, purchaseId: purchase.id, email: purchase.buyer_email }
    if (!(await reservePromo(tx, use))) throw new CodeGone()
    await confirmPromo(tx, use)
  }
  const term = await grantPass(tx, {
    accountId: actor.id,
    plan: facts.plan,
    planId: purchase.product_id,
    purchaseId: purchase.id,
    price: priceOfPurchase(purchase),
    paidAt: at,
  })
  await confirmPurchase(tx, { purchase, buyerId: actor.id, transactionId: null, at }, term.endsAt, {
    buyer: { accountId: actor.id, created: false, active: true },
    transaction: null,
  })
  return term.endsAt
}

async function insertPurchase(
  tx: Tx,
  order: { actor: Person; quote: Quote; scope: string; key: string; intent: Intent },
): Promise<PurchaseRow> {
  const { actor, quote, scope, key, intent } = order
  const at = now()
  const purchase = await tx
    .insertInto('purchases')
    .values({
      id: newId(),
      kind: quote.facts.kind,
      product_id: quote.productId,
      product_name: quote.productName,
      buyer_id: actor.id,
      buyer_scope: scope,
      buyer_email: actor.email,
      amount_minor: 0n,
      currency: quote.price.currency,
      quote: JSON.stringify(quote.facts),
      intent: JSON.stringify(intent),
      idempotency_key: key,
      starter_hash: keyedHash('starter', scope),
      paid_from: 'nothing',
      state: 'completed',
      created_at: at,
      completed_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordActivity(tx, {
    actorId: actor.id,
    act: 'purchase_started',
    objectKind: 'purchase',
    objectId: purchase.id,
    detail: { kind: quote.facts.kind, paid_from: 'nothing' },
  })
  return purchase
}
