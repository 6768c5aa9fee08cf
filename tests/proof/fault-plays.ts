import type { Person } from '#app/domain/identity/actor.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import type { ProductOrder } from '#app/domain/products/registry.ts'
import { parseReturn } from '#app/gateways/flutterwave/parse-return.ts'
import { runTask } from '#app/jobs.server.ts'
import { aStart } from '#tests/support/payments.ts'
import { earned, PASS, type Fixture } from './flows.ts'
import { makeWorld } from './world.ts'

const DAY = 86_400

/**
 * How a payment ended: the answer of the start, the state of the payment, the charges at the gateway, what was granted, posted, owed back.
 */
export type PaymentEnd = {
  start: string
  status: string
  charged: number
  passes: number
  booked: string
  back: string
}

export type PaymentPlay = {
  /** When the fault occurs: when the page is requested, when the payer pays, or when the product checks the payment. */
  strikes: 'start' | 'page' | 'check'
  times?: number
  method?: 'card'
  product?: ProductOrder
  /** Meanwhile the payer has requested a second page, and pays on both. */
  twoPages?: boolean
}

const WHEN_PAYING = ['retry webhook events', 'reconcile payments', 'send refunds']
/** Seconds between the status checks: short at first, then more than a day in the end. */
const PAYMENT_STEPS = [5, 20, 100, 600, 1_800, 3_600, 7_200, 6 * 3_600, DAY]

export async function settleFor(fixture: Fixture, steps: readonly number[], tasks: readonly string[]): Promise<void> {
  for (const seconds of steps) {
    await fixture.advance(seconds)
    for (const task of tasks) await runTask(task)
  }
}

/**
 * One fan pays for a pass under a fault, returns if the gateway redirects them, tries again if that failed; the scheduled tasks do the
 * rest.
 */
export async function playPayment(fixture: Fixture, scenario: string, play: PaymentPlay): Promise<PaymentEnd> {
  const world = await makeWorld(fixture.owner())
  const [, fan] = world.fans
  const input = payerOf(fan, play)
  if (play.strikes === 'start') await fixture.scenario(scenario, { email: fan.email }, play.times)
  let started = await placeOrder(fan, input)
  const start = started.ok ? 'link' : started.refusal.kind
  // The same form once more, as people do when they see an error.
  if (!started.ok) started = await placeOrder(fan, input)
  if (started.ok && play.twoPages) await payOnBoth(fixture, fan, started.value.reference)
  else if (started.ok) await payAndReturn(fixture, started.value.reference, scenario, play)
  await settleFor(fixture, PAYMENT_STEPS.slice(0, 5), WHEN_PAYING)
  if (isSwitch(scenario)) await fixture.scenario(scenario, {}, 0)
  await settleFor(fixture, PAYMENT_STEPS.slice(5), WHEN_PAYING)
  return { start, ...(await paymentEnd(fixture, fan)) }
}

function payerOf(fan: Person, play: PaymentPlay) {
  const input = aStart({ email: fan.email, product: play.product ?? PASS })
  if (play.method !== 'card') return input
  return { ...input, payer: { ...input.payer, method: 'card' as const, phone: null, network: null } }
}

function isSwitch(scenario: string): boolean {
  return /^X0[1-5]/.test(scenario)
}

async function payAndReturn(fixture: Fixture, txRef: string, scenario: string, play: PaymentPlay): Promise<void> {
  if (play.strikes === 'page') await fixture.scenario(scenario, isSwitch(scenario) ? {} : { tx_ref: txRef }, play.times)
  // No webhook arrives if the fault concerns the product's own status check.
  fixture.state.refuseNotices = play.strikes === 'check'
  const paid = await fixture.pay(txRef, 'approve')
  fixture.state.refuseNotices = false
  if (play.strikes === 'check')
    await fixture.scenario(scenario, isSwitch(scenario) ? {} : { tx_ref: txRef, path: '/v3/transactions' }, play.times)
  await returnTo(paid.redirect_to, play.strikes === 'check' ? txRef : null)
}

async function payOnBoth(fixture: Fixture, fan: Person, first: string): Promise<void> {
  const second = await placeOrder(fan, payerOf(fan, { strikes: 'page', method: 'card' }))
  if (!second.ok) throw new Error(second.refusal.kind)
  for (const txRef of [second.value.reference, first]) {
    const paid = await fixture.pay(txRef, 'approve')
    await returnTo(paid.redirect_to, null)
  }
}

async function returnTo(address: unknown, known: string | null): Promise<void> {
  const back = typeof address === 'string' ? parseReturn(new URL(address).searchParams) : null
  const txRef = back?.reference ?? known
  if (txRef === null) return
  await completePurchase({
    txRef,
    ...(back?.providerId ? { providerId: back.providerId } : {}),
    left: back?.claimed === 'cancelled',
  })
}

async function paymentEnd(fixture: Fixture, fan: Person): Promise<Omit<PaymentEnd, 'start'>> {
  const payments = await fixture.all<{ ref: string; status: string; stage: string }>(
    'select flutterwave_tx_ref as ref, status, stage from transactions where user_id = $1 order by created_at, id',
    [fan.id],
  )
  let charged = 0
  for (const { ref } of payments) {
    const { transactions } = await fixture.atGateway(ref)
    charged += transactions.filter(({ status }) => status === 'successful').length
  }
  const { passes } = await fixture.one<{ passes: number }>(
    `select count(*)::int as passes from subscriptions where user_id = $1 and status = 'active'`,
    [fan.id],
  )
  const booked = await fixture.all<{ kind: string }>(
    `select e.kind from journal_entries e join transactions t on t.id = e.cause_id where t.user_id = $1 order by e.recorded_at, e.id`,
    [fan.id],
  )
  const back = await fixture.all<{ what: string }>(
    `select r.reason || ' ' || (r.amount_minor / 100) || ' ' || r.state as what
     from refunds r join purchases p on p.id = r.purchase_id where p.buyer_id = $1 order by r.created_at, r.id`,
    [fan.id],
  )
  return {
    status: payments.map(({ status, stage }) => (status === 'pending' ? stage : status)).join(', '),
    charged,
    passes,
    booked: booked.map(({ kind }) => kind).join(', '),
    back: back.map(({ what }) => what).join(', '),
  }
}

/** How a payout ended: its state and reason, the transfers at the gateway, what is available again, what the creator owes, in shillings. */
export type PayoutEnd = { state: string; reason: string | null; transfers: string; available: bigint; debt: bigint }

const WHEN_SENDING = ['send payouts', 'retry webhook events']
const PAYOUT_STEPS = [5, 20, 120, 600, 1_800, 3_600, 6 * 3_600, DAY, 3_600]

/** The gateway forgets this with each test, so the tasks of the next test need not ask about it. */
export async function forgetEarlier(fixture: Fixture): Promise<void> {
  await fixture.owner().query(`
    update transactions set next_check_at = null; update payouts set next_check_at = null; update refunds set next_check_at = null;
    update webhook_events set next_attempt_at = null`)
}

/** A creator with 80,000 shillings is paid under a fault; the scheduled tasks do the rest for a day and a half, and then for three more. */
export async function playPayout(fixture: Fixture, scenario: string): Promise<{ end: PayoutEnd; later: PayoutEnd }> {
  const world = await makeWorld(fixture.owner())
  await fixture.control('/control/balance', { currency: 'UGX', available: 1_000_000_000 })
  await earned(fixture, world, 100_000)
  const [creator] = world.creators
  const made = await processPayout(world.staff.earnings, { creatorId: creator.id })
  if (!made.ok) throw new Error(made.refusal.kind)
  await fixture.scenario(scenario, isSwitch(scenario) ? {} : { path: '/v3/transfers' })
  await runTask('send payouts')
  await settleFor(fixture, PAYOUT_STEPS, WHEN_SENDING)
  const end = await payoutEnd(fixture, creator)
  if (isSwitch(scenario)) await fixture.scenario(scenario, {}, 0)
  await fixture
    .owner()
    .query('update payout_halts set resumed_at = app_now(), resumed_by = $1 where resumed_at is null', [
      world.staff.super.id,
    ])
  await settleFor(fixture, [3_600, DAY, DAY, DAY, 3_600], WHEN_SENDING)
  return { end, later: await payoutEnd(fixture, creator) }
}

async function payoutEnd(fixture: Fixture, creator: Person): Promise<PayoutEnd> {
  const payout = await fixture.one<{ state: string; reason: string | null; reference: string }>(
    'select state, reason, reference from payouts where creator_id = $1',
    [creator.id],
  )
  const response = await fetch(`${fixture.baseUrl()}/transfers?reference=${payout.reference}`, {
    headers: { authorization: `Bearer ${fixture.key}` },
  })
  const { data } = (await response.json()) as { data: { status: string }[] | null }
  const balances = await fixture.all<{ purpose: string; much: bigint }>(
    `select purpose, (abs(ledger_balance(id)) / 100)::bigint as much from ledger_accounts
     where owner_id = $1 and purpose in ('creator_available', 'creator_debt')`,
    [creator.id],
  )
  const account = (purpose: string) => balances.find((one) => one.purpose === purpose)?.much ?? 0n
  return {
    state: payout.state,
    reason: payout.reason,
    transfers: (data ?? []).map(({ status }) => status).join(', '),
    available: account('creator_available'),
    debt: account('creator_debt'),
  }
}
