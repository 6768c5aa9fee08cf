import type fc from 'fast-check'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import { type BalanceOrder, placeOrder } from '#app/domain/purchases/place-order.server.ts'
import type { ProductOrder } from '#app/domain/products/registry.ts'
import { runTask } from '#app/jobs.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import type { Result } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { aStart } from '#tests/support/payments.ts'
import type { Fixture } from '../flows.ts'
import type { Fan, Model, Balances } from '../model.ts'
import type { World } from '../world.ts'

/** The real side of a history. `steps` counts the steps done, by the name of the command. */
export type Real = {
  fixture: Fixture
  world: World
  steps: Map<string, number>
  lastForm: { who: Fan; input: BalanceOrder } | null
}

export type Command = fc.AsyncCommand<Model, Real>

export const DAY_MS = 86_400_000

/** One kind of step: its preconditions, and its effect on both sides. After each step the balances of everybody are compared. */
export function command(
  name: string,
  options: { when?: (model: Model) => boolean; run: (model: Model, real: Real) => Promise<void>; description?: string },
): Command {
  return {
    check: (model) => options.when?.(model) ?? true,
    run: async (model, real) => {
      real.steps.set(name, (real.steps.get(name) ?? 0) + 1)
      await options.run(model, real)
      const found = await balancesOf(real)
      const expected = model.balances()
      if (!sameIn(found, expected)) throw new Error(`after ${name}: ${show(found)} instead of ${show(expected)}`)
    },
    toString: () => (options.description ? `${name}(${options.description})` : name),
  }
}

// Besides the ledger accounts: what is still owed to one person as service, and refunds on their way to them. The audit checks that
// these add up to the platform's accounts.
const ACCOUNTS = `
  with sums as (
    select a.owner_id as who, a.purpose as account, -ledger_balance(a.id) as amount
    from ledger_accounts a where a.owner_id = any ($1) or a.owner_id = any ($2)
    union all select user_id, 'passes', sum(deferred_minor - earned_minor + kept_minor - refunded_minor) from subscriptions
      where user_id = any ($1) group by 1
    union all select user_id, 'breakage', sum(breakage_minor - breakage_refunded_minor) from subscriptions
      where user_id = any ($1) group by 1
    union all select creator_id, 'fees', sum(amount_minor) from creator_fee_weeks
      where creator_id = any ($2) and earned_at is null and refunded_at is null group by 1
    union all select creator_id, 'subscriptions', sum(price_minor - earned_minor - refunded_minor) from creator_subscriptions
      where creator_id = any ($2) group by 1
    union all select p.buyer_id, 'refunds', sum(r.amount_minor) from refunds r join purchases p on p.id = r.purchase_id
      where p.buyer_id = any ($1) and r.destination = 'source' and r.state in ('requested', 'sending', 'unknown', 'failed') group by 1
  )
  select coalesce('fan ' || array_position($1::uuid[], who) - 1, 'creator ' || array_position($2::uuid[], who) - 1) || ' ' || account as account,
    amount::bigint as amount
  from sums where amount <> 0`

async function balancesOf({ fixture, world }: Real): Promise<Balances> {
  const ids = (people: readonly { id: string }[]) => people.map(({ id }) => id)
  // Queried after every step: planned once.
  const { rows } = await fixture.owner().query<{ account: string; amount: bigint }>({
    name: 'balances',
    text: ACCOUNTS,
    values: [ids(world.fans), ids(world.creators)],
  })
  return Object.fromEntries(rows.map((row) => [row.account, row.amount]))
}

function sameIn(one: Balances, other: Balances): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (one[name] ?? 0n) === (other[name] ?? 0n))
}

function show(balances: Balances): string {
  return Object.entries(balances)
    .map(([name, amount]) => `${name} ${amount}`)
    .toSorted()
    .join(', ')
}

export function expectKind(result: Result<unknown, { kind: string }>, kind: string): void {
  const was = result.ok ? 'ok' : result.refusal.kind
  if (was !== kind) throw new Error(`answered ${was} instead of ${kind}`)
}

export function onlyOne(answers: readonly { ok: boolean }[]): void {
  const succeeded = answers.filter((answer) => answer.ok).length
  if (succeeded !== 1) throw new Error(`${succeeded} of ${answers.length} at once succeeded`)
}

export type Paid = { txRef: string; id: string }

/** Buys through the gateway. Returns the reference there and the purchase's id. */
export async function payInto(
  real: Real,
  fan: Fan,
  product: ProductOrder,
  how: 'check' | 'twice' | 'task',
): Promise<Paid> {
  const person = real.world.fans[fan]
  const started = await placeOrder(person, aStart({ email: person.email, product }))
  invariant(started.ok, `a payment did not start: ${JSON.stringify(started)}`)
  return settle(real, started.value.reference, how)
}

export async function settle(real: Real, txRef: string, how: 'check' | 'twice' | 'task'): Promise<Paid> {
  await real.fixture.pay(txRef, 'approve')
  if (how === 'task') await runTask('reconcile payments')
  await completePurchase({ txRef })
  if (how === 'twice') await Promise.all([completePurchase({ txRef }), completePurchase({ txRef })])
  const { id } = await real.fixture.one<{ id: string }>(
    'select purchase_id as id from transactions where flutterwave_tx_ref = $1',
    [txRef],
  )
  return { txRef, id }
}

export function form(product: BalanceOrder['product'], from: BalanceOrder['from'] = 'wallet'): BalanceOrder {
  return { product, from, returnTo: {}, attempt: randomToken(), shownMinor: null }
}

/** Time passes on both sides, and the daily tasks run. */
export async function pass(model: Model, real: Real, milliseconds: number): Promise<void> {
  await real.fixture.advance(milliseconds / 1_000)
  await runTask('earn a day of creator subscriptions')
  await runTask('release earnings')
  model.advance(milliseconds)
}
