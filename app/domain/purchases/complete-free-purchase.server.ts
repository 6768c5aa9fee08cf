import { moneyFrom } from '#app/domain/money/money.ts'
import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { grantPass } from '#app/domain/subscriptions/grant-pass.server.ts'
import { confirmPromo, reservePromo } from '#app/domain/promotions/reserve-promo.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { destinationOfPass, type Intent } from '#app/domain/products/intent.ts'
import { immediatePurchase, type BuyersForm, formOf } from './internal/immediate-purchase.server.ts'
import { confirmPurchase } from './internal/fulfil-purchase.server.ts'
import { lockBuyerStatus } from './internal/lock-buyer-status.server.ts'
import type { PurchaseRow, Quote } from '#app/domain/products/product.ts'
import { holdsRight } from '#app/domain/products/duplicate-purchase.server.ts'
import type { PassFacts } from '#app/domain/products/pass/quote.ts'

/** A free purchase that was completed at once: the address of what was bought, and when it ends. */
export type FreePurchase = { purchaseId: string; address: string; endsAt: Date | null }

type Refusal =
  | { kind: 'stale_form' }
  | { kind: 'promo_refused'; reason: 'cannot_be_used' }
  | { kind: 'not_permitted'; reason: 'already_entitled' | 'account_closed' }

/**
 * Completes a pass whose whole price is discounted: a normal purchase, completed at once, without a payment and without a ledger entry,
 * because no money moves. Submitting the same form twice makes one purchase.
 */
export async function completeFreePurchase(
  actor: Person,
  quote: Quote,
  input: { attempt: string; intent: Intent },
): Promise<Result<FreePurchase, Refusal>> {
  const facts = quote.facts as PassFacts
  invariant(quote.price.amountMinor === 0n && facts.kind === 'pass', 'only a pass can be free')
  const form = formOf(actor, input.attempt)
  return inTransaction<Result<FreePurchase, Refusal>>(async (tx) => {
    const { active } = await lockBuyerStatus(tx, actor.id)
    const same = await tx.selectFrom('purchases').selectAll().where('idempotency_key', '=', form.key).executeTakeFirst()
    if (same && (same.paid_from !== 'nothing' || same.state !== 'completed')) return refuse({ kind: 'stale_form' })
    if (same) return ok({ purchaseId: same.id, address: destinationOfPass(input.intent), endsAt: null })
    // Check again under the lock what was true for the quote: the account may be suspended by now, and a second tab must not get a second
    // free pass.
    if (!active) return refuse({ kind: 'not_permitted', reason: 'account_closed' })
    if (await hasPassAlready(tx, actor.id, facts)) return refuse({ kind: 'not_permitted', reason: 'already_entitled' })
    const purchase = await insertPurchase(tx, { actor, quote, form, intent: input.intent })
    const endsAt = await grantFreePass(tx, purchase, actor, facts)
    return ok({ purchaseId: purchase.id, address: destinationOfPass(input.intent), endsAt })
  }).catch((error: unknown) => {
    if (error instanceof PromoUnavailable) return refuse({ kind: 'promo_refused', reason: 'cannot_be_used' })
    throw error
  })
}

class PromoUnavailable extends Error {}

/** An active pass, or for a renewal a term that has not begun: free terms never accumulate. */
async function hasPassAlready(tx: Tx, accountId: string, facts: PassFacts): Promise<boolean> {
  if (!facts.renewal) return holdsRight(tx, accountId, 'all_creators')
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from subscriptions where user_id = ${accountId} and status = 'active' and starts_at > app_now()) as waits`.execute(
    tx,
  )
  return rows[0]!.waits
}

async function grantFreePass(tx: Tx, purchase: PurchaseRow, actor: Person, facts: PassFacts): Promise<Date> {
  const at = now()
  if (facts.promo) {
    const use = { promoId: facts.promo.id, purchaseId: purchase.id, email: purchase.buyer_email }
    if (!(await reservePromo(tx, use))) throw new PromoUnavailable()
    await confirmPromo(tx, use)
  }
  const term = await grantPass(tx, {
    accountId: actor.id,
    plan: facts.plan,
    planId: purchase.product_id,
    purchaseId: purchase.id,
    price: moneyFrom(purchase),
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
  order: { actor: Person; quote: Quote; form: BuyersForm; intent: Intent },
): Promise<PurchaseRow> {
  const { actor, quote } = order
  const purchase = await tx
    .insertInto('purchases')
    .values(immediatePurchase({ ...order, paidFrom: 'nothing', at: now() }))
    .returningAll()
    .executeTakeFirstOrThrow()
  await publish(tx, {
    actorId: actor.id,
    event: 'purchase_started',
    objectId: purchase.id,
    detail: { kind: quote.facts.kind, paid_from: 'nothing' },
  })
  return purchase
}
