import { publish } from '#app/domain/events/publish.server.ts'
import type { Target } from '#app/domain/events/target.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import type { LedgerAccount } from '#app/domain/ledger/chart.ts'
import { lockBalance } from '#app/domain/ledger/lock-balances.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import type { ReturnTo } from '#app/domain/products/return-to.ts'
import type { ProductKind, PurchaseRow, Quote } from '#app/domain/products/product.ts'
import { foundAt } from '#app/domain/products/registry.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import { spendsTooFast } from '#app/domain/wallet/spend-limit.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'
import { sql } from 'kysely'
import { paidFromBalance } from '../entries.ts'
import { completeSale } from './complete-sale.server.ts'
import { lockBuyerStatus } from './lock-buyer-status.server.ts'
import { QuoteUnavailable } from './open-purchase.server.ts'

/** The fan's wallet, the creator's available earnings, or nothing for what is free. */
export type CollectedFrom = 'wallet' | 'earnings' | 'nothing'

type ImmediateOrder = {
  quote: Quote
  from: CollectedFrom
  returnTo: ReturnTo
  scope: string
  idempotencyKey: string
}

/** A purchase that was completed at once: where what was bought is found, and when it ends. */
export type Completed = { purchaseId: string; foundAt: Target; endsAt: Date | null }

export type ImmediateRefusal =
  | { kind: 'stale_form' }
  | { kind: 'not_for_sale' }
  | { kind: 'not_permitted'; reason: 'already_entitled' | 'account_closed' }
  | { kind: 'promo_refused'; reason: 'cannot_be_used' }
  | { kind: 'balance_too_small'; price: Money; balance: Money; missing: Money }
  | { kind: 'too_many_spends' }

type Answer = Result<Completed, ImmediateRefusal>

/** Completes a purchase at once, and once per form: price, right, balance, entry and grant in one transaction. */
export function completeAtOnce(actor: Person, order: ImmediateOrder): Promise<Answer> {
  const { quote, from, idempotencyKey } = order
  return inTransaction<Answer>(async (tx) => {
    // Sent together, executed in this order: lock the person (not a key lock, because every row that refers to them shares the key), look
    // for the same form, then lock the balance.
    const [status, same, balance, tooFast] = await Promise.all([
      lockBuyerStatus(tx, actor.id),
      findSame(tx, idempotencyKey, { kind: quote.facts.kind, from }),
      from === 'nothing' ? 0n : lockBalance(tx, accountOf(actor.id, from)),
      from === 'wallet' && spendsTooFast(tx, actor.id),
    ])
    if (same) return same
    if (!status.active) return refuse({ kind: 'not_permitted', reason: 'account_closed' })
    if (balance < quote.price.amountMinor) return refuse(tooSmall(quote.price, balance))
    if (tooFast) return refuse({ kind: 'too_many_spends' })
    return complete(tx, actor, order)
  }).catch((error: unknown) => {
    if (error instanceof QuoteUnavailable) return refuse({ kind: 'promo_refused', reason: 'cannot_be_used' })
    if (!(error instanceof ChangedMeanwhile)) throw error
    // A second tab must not get a second free pass.
    const second = error.boughtElsewhere && from === 'nothing'
    return refuse(second ? { kind: 'not_permitted', reason: 'already_entitled' } : { kind: 'not_for_sale' })
  })
}

class ChangedMeanwhile extends Error {
  readonly boughtElsewhere: boolean
  constructor(boughtElsewhere: boolean) {
    super()
    this.boughtElsewhere = boughtElsewhere
  }
}

function tooSmall(price: Money, amountMinor: bigint): ImmediateRefusal {
  const missing = { ...price, amountMinor: price.amountMinor - amountMinor }
  return { kind: 'balance_too_small', price, balance: { ...price, amountMinor }, missing }
}

function accountOf(ownerId: string, from: 'wallet' | 'earnings'): LedgerAccount {
  return { purpose: from === 'wallet' ? 'wallet' : 'creator_available', ownerId, currency: 'UGX' }
}

/** What the same form has bought before; null where it has not been sent. */
export async function findSame(
  tx: Tx,
  idempotencyKey: string,
  { kind, from }: { kind: ProductKind; from: CollectedFrom },
): Promise<Answer | null> {
  const same = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  if (!same) return null
  return same.kind === kind && same.paid_from === from && same.state === 'completed'
    ? ok({ purchaseId: same.id, foundAt: foundAt(same), endsAt: null })
    : refuse({ kind: 'stale_form' })
}

async function complete(tx: Tx, actor: Person, order: ImmediateOrder): Promise<Answer> {
  const { quote, from } = order
  const at = now()
  const purchase = await insertCompleted(tx, actor, order, at)
  const product = productOf(purchase.kind)
  if (from === 'nothing')
    await publish(tx, {
      actorId: actor.id,
      event: 'purchase_started',
      objectId: purchase.id,
      detail: { kind: purchase.kind, paid_from: from },
    })
  // Check again under the locks what was true for the quote; if it changed in between, all of this is rolled back.
  const { productExists, boughtElsewhere } = await product.preconditions(tx, purchase, actor.id)
  if (boughtElsewhere) throw new ChangedMeanwhile(true)
  if (product.reserve && !(await product.reserve(tx, purchase))) throw new QuoteUnavailable()
  if (!productExists) throw new ChangedMeanwhile(false)
  const endsAt = await completeSale(
    tx,
    { purchase, buyerId: actor.id, transactionId: null, at },
    { buyer: { accountId: actor.id, created: false, active: true }, transaction: null },
    from === 'nothing'
      ? null
      : (booking) => paidFromBalance(accountOf(actor.id, from), quote.price, booking, { purchaseId: purchase.id, at }),
  )
  return ok({ purchaseId: purchase.id, foundAt: foundAt(purchase), endsAt })
}

/** Every spend pays for each round trip, so what belongs together is one statement. */
function insertCompleted(tx: Tx, actor: Person, order: ImmediateOrder, at: Date): Promise<PurchaseRow> {
  const { quote, from, returnTo, scope, idempotencyKey } = order
  return (
    tx
      // An open payment for the same thing is abandoned: if its money still arrives, it is refunded. A free purchase leaves it open.
      .with('abandoned', (open) =>
        open
          .updateTable('purchases')
          .set({ state: 'abandoned' })
          .where('buyer_scope', '=', scope)
          .where('kind', '=', quote.facts.kind)
          .where('product_id', '=', quote.productId)
          .where('state', '=', 'open')
          .where(sql<boolean>`${from !== 'nothing'}`),
      )
      .insertInto('purchases')
      .values({
        id: newId(),
        kind: quote.facts.kind,
        product_id: quote.productId,
        product_name: quote.productName,
        buyer_id: actor.id,
        buyer_scope: scope,
        buyer_email: actor.email,
        amount_minor: quote.price.amountMinor,
        currency: quote.price.currency,
        quote: JSON.stringify(quote.facts),
        return_to: JSON.stringify(returnTo),
        idempotency_key: idempotencyKey,
        checkout_hash: keyedHash('checkout', scope),
        paid_from: from,
        state: 'completed' as const,
        created_at: at,
        completed_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}
