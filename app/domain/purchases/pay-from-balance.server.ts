import type { Person } from '#app/domain/identity/actor.ts'
import type { LedgerAccount } from '#app/domain/ledger/chart.ts'
import { lockBalance } from '#app/domain/ledger/lock-balances.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import { spendsTooFast } from '#app/domain/wallet/spend-limit.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { paidFromBalance } from './entries.ts'
import type { Intent } from '#app/domain/products/intent.ts'
import { immediatePurchase, type BuyersForm, formOf } from './internal/immediate-purchase.server.ts'
import { fulfilPurchase } from './internal/fulfil-purchase.server.ts'
import { lockBuyerStatus } from './internal/lock-buyer-status.server.ts'
import { quoteProduct } from './internal/quote-product.server.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import type { PurchaseRow, QuoteRefusal, Quote } from '#app/domain/products/product.ts'
import { completeFreePurchase } from './complete-free-purchase.server.ts'
import type { ProductOrder } from '#app/domain/products/registry.ts'

export type BalanceInput = {
  /** Every product except wallet top-ups, which are paid from outside. */
  product: Exclude<ProductOrder, { kind: 'wallet_top_up' }>
  /** The fan's wallet, or the creator's available earnings. */
  from: 'wallet' | 'earnings'
  intent: Intent
  /** The form's own random token: the same form twice is one purchase. */
  attempt: string
  /** The price that the form showed, in minor units; if ours differs, the buyer has to confirm again. Null skips the check. */
  shownMinor: bigint | null
}

export type BalanceRefusal =
  | QuoteRefusal
  | { kind: 'price_changed'; price: Money }
  | { kind: 'stale_form' }
  /** Balances are in shillings. */
  | { kind: 'balance_takes_shillings' }
  | { kind: 'balance_too_small'; price: Money; balance: Money; missing: Money }
  | { kind: 'too_many_spends' }

/** Buys one thing from the buyer's own balance, once per form: price, right, balance, entry and grant in one transaction. */
export async function payFromBalance(
  actor: Person,
  input: BalanceInput,
): Promise<Result<{ purchaseId: string }, BalanceRefusal>> {
  const quoted = await quoteProduct(actor, input.product)
  const form = formOf(actor, input.attempt)
  // The same form again after it has bought: the product may no longer be for sale to the buyer, and that is no error.
  if (!quoted.ok) return (await inTransaction((tx) => findSame(tx, form.key, input))) ?? quoted
  const quote = quoted.value
  if (input.shownMinor !== null && input.shownMinor !== quote.price.amountMinor)
    return refuse({ kind: 'price_changed', price: quote.price })
  if (quote.price.amountMinor === 0n) return completeFreePurchase(actor, quote, input)
  if (quote.price.currency !== 'UGX') return refuse({ kind: 'balance_takes_shillings' })
  return inTransaction<Result<{ purchaseId: string }, BalanceRefusal>>(async (tx) => {
    const account = accountOf(actor.id, input.from)
    // Sent together, executed in this order: lock the person (not a key lock, because every row that refers to them shares the key), look
    // for the same form, then lock the balance.
    const [status, same, balance, tooFast] = await Promise.all([
      lockBuyerStatus(tx, actor.id),
      findSame(tx, form.key, input),
      lockBalance(tx, account),
      input.from === 'wallet' && spendsTooFast(tx, actor.id),
    ])
    if (same) return same
    if (!status.active) return refuse({ kind: 'not_permitted', reason: 'account_closed' })
    if (balance < quote.price.amountMinor) return refuse(tooSmall(quote.price, balance))
    if (tooFast) return refuse({ kind: 'too_many_spends' })
    return buy(tx, { actor, quote, form, account, input })
  }).catch((error: unknown) => {
    if (error instanceof ChangedMeanwhile) return refuse({ kind: 'not_for_sale' })
    throw error
  })
}

class ChangedMeanwhile extends Error {}

function tooSmall(price: Money, balance: bigint): BalanceRefusal {
  const shillings = (amountMinor: bigint): Money => ({ amountMinor, currency: 'UGX' })
  return {
    kind: 'balance_too_small',
    price,
    balance: shillings(balance),
    missing: shillings(price.amountMinor - balance),
  }
}

function accountOf(ownerId: string, from: BalanceInput['from']): LedgerAccount {
  return { purpose: from === 'wallet' ? 'wallet' : 'creator_available', ownerId, currency: 'UGX' }
}

async function findSame(
  tx: Tx,
  key: string,
  input: BalanceInput,
): Promise<Result<{ purchaseId: string }, BalanceRefusal> | null> {
  const same = await tx.selectFrom('purchases').selectAll().where('idempotency_key', '=', key).executeTakeFirst()
  if (!same) return null
  const sameRequest = same.kind === input.product.kind && same.paid_from === input.from && same.state === 'completed'
  return sameRequest ? ok({ purchaseId: same.id }) : refuse({ kind: 'stale_form' })
}

type Buying = { actor: Person; quote: Quote; form: BuyersForm; account: LedgerAccount; input: BalanceInput }

async function buy(tx: Tx, buying: Buying): Promise<Result<{ purchaseId: string }, BalanceRefusal>> {
  const { actor, quote, account } = buying
  const at = now()
  const purchase = await insertPurchase(tx, buying, at)
  const product = productOf(purchase.kind)
  // Check again under the locks what was true for the quote; if it changed in between, all of this is rolled back.
  const { productExists, boughtElsewhere } = await product.preconditions(tx, purchase, actor.id)
  if (!productExists || boughtElsewhere) throw new ChangedMeanwhile()
  const sale = { purchase, buyerId: actor.id, transactionId: null, at }
  const booking = await product.book(tx, sale)
  const { entryId } = await postEntry(
    tx,
    paidFromBalance(account, quote.price, booking, { purchaseId: purchase.id, at }),
  )
  await fulfilPurchase(tx, sale, entryId, {
    buyer: { accountId: actor.id, created: false, active: true },
    transaction: null,
  })
  return ok({ purchaseId: purchase.id })
}

/** Every spend pays for each round trip, so what belongs together is one statement. */
function insertPurchase(tx: Tx, buying: Buying, at: Date): Promise<PurchaseRow> {
  const { actor, quote, form, input } = buying
  return (
    tx
      // An open payment for the same thing is abandoned: if its money still arrives, it is refunded.
      .with('abandoned', (open) =>
        open
          .updateTable('purchases')
          .set({ state: 'abandoned' })
          .where('buyer_scope', '=', form.scope)
          .where('kind', '=', quote.facts.kind)
          .where('product_id', '=', quote.productId)
          .where('state', '=', 'open'),
      )
      .insertInto('purchases')
      .values(immediatePurchase({ actor, quote, form, intent: input.intent, paidFrom: input.from, at }))
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}
