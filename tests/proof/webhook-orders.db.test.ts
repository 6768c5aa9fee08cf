/**
 * What the gateway reports, in every order. A webhook, a return and the clock only trigger a check, so:
 *
 * - however we learn of a payment, it ends the same: one grant, one entry (`ARRIVAL`);
 * - however we learn of a payout, it ends as in the gateway's own books (`SENDING`);
 * - what ends a payment depends on what came first, by a rule: a refund requested before we know of the money, or after a bank's dispute,
 *   is not granted; a refund that was sent stays, one that was not is replaced by the chargeback (`ENDING`).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import type { ProductOrder } from '#app/domain/products/registry.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { rightsLeft } from './fault-plays-refunds.ts'
import { forgetEarlier, settleFor } from './fault-plays.ts'
import { earned, paid, PASS, tip } from './flows.ts'
import { isLongRun, keepFigures, SEED } from './kept-figures.ts'
import { listBreaches } from './list-breaches.ts'
import { type Paid, PAYMENT_EVENTS, type PaymentEvent, PAYOUT_EVENTS, type PayoutEvent } from './order-events.ts'
import { drawOrders } from './orders.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'
import { makeWorld, type World } from './world.ts'

const fixture = usePaymentFixture({ max: 6 })
const LONG = 3_600_000
const DAY = 86_400
const counted = { arrivals: 0, endings: 0, payouts: 0, events: 0 }

beforeAll(async () => {
  await readClock()
})
beforeEach(() => forgetEarlier(fixture))
afterAll(() => keepFigures('webhook-orders', { ...counted, orders: isLongRun ? 'all' : 'sample' }))

type Sold = {
  what: string
  proves: string
  buyer: 0 | 1
  kind: string
  /** Which part of the buyer's snapshot shows that it was granted; the buyers are counted from one. */
  gives: Snapshot
  product: (world: World) => ProductOrder
}
const SOLD: readonly Sold[] = [
  {
    what: 'a pass',
    proves: 'PAY-06',
    buyer: 1,
    kind: 'pass_paid',
    gives: { 'payments 2 succeeded': '1', 'rights 2 all_creators subscription': '1' },
    product: () => PASS,
  },
  {
    what: 'a post',
    proves: 'PAY-06 PROF-03',
    buyer: 0,
    kind: 'unlock_paid',
    gives: { 'payments 1 succeeded': '1', 'rights 1 post unlock': '1' },
    product: (world) => ({ kind: 'post_unlock', postId: world.posts[0][1]! }),
  },
  {
    what: 'a top-up',
    proves: 'PAY-06 WALLET-01',
    buyer: 1,
    kind: 'wallet_topped_up',
    gives: { 'payments 2 succeeded': '1', 'balance 2 wallet UGX': '-5000000' },
    product: () => ({ kind: 'wallet_top_up', amountMinor: 5_000_000n, restMinor: 0n }),
  },
  {
    what: 'a tip',
    proves: 'PAY-06 TIP-01',
    buyer: 0,
    kind: 'tip_paid',
    gives: { 'payments 1 succeeded': '1', 'tips 1': '1 of 2500000' },
    product: (world) => tip(world.creators[0].id, 25_000),
  },
]

const idsOf = (world: World) => [...world.fans, ...world.creators].map(({ id }) => id)
const describeOrder = (order: readonly string[]) => `${order.join(' → ')}, seed ${SEED}`

/** Paid at the gateway, without a webhook yet. */
async function paidFor({ buyer, product }: Sold): Promise<Paid> {
  const world = await makeWorld(fixture.owner())
  const fan = world.fans[buyer]
  const txRef = await paid(fixture, fan, product(world))
  const [charge] = (await fixture.atGateway(txRef)).transactions
  return { fixture, world, fan, txRef, chargeId: charge!.id }
}

async function entriesOf(text: string, value: string): Promise<string[]> {
  const rows = await fixture.all<{ kind: string }>(`${text} order by kind`, [value])
  return rows.map(({ kind }) => kind)
}

const paidEntries = ({ txRef }: Paid) =>
  entriesOf(
    `select e.kind from journal_entries e join transactions t on t.id = e.cause_id where t.flutterwave_tx_ref = $1`,
    txRef,
  )

/** The ledger is checked after each order of a sample, and now and then in the long run, where it becomes large. */
async function auditAfter(nth: number, order: readonly string[]): Promise<void> {
  if (isLongRun && nth % 40 !== 0) return
  expect(await listBreaches(['I13']), describeOrder(order)).toEqual([])
}

const ARRIVAL: readonly PaymentEvent[] = [
  'notice',
  'the same webhook again',
  'a webhook with status failed',
  'a webhook about a refund',
  'the buyer returns',
  'the task checks the payment',
]

describe('however we learn of the money', () => {
  test.each(SOLD)(
    '$proves $what is granted once and posted once, and all orders end the same',
    async (sold) => {
      let first: Snapshot | null = null
      for (const [nth, order] of drawOrders(ARRIVAL, 12, sold.what).entries()) {
        const payment = await paidFor(sold)
        for (const event of order) await PAYMENT_EVENTS[event](payment)
        expect(await paidEntries(payment), describeOrder(order)).toEqual([sold.kind])
        const snapshot = await snapshotOf(fixture.owner(), idsOf(payment.world))
        expect(snapshot, describeOrder(order)).toMatchObject(sold.gives)
        first ??= snapshot
        expect(snapshot, describeOrder(order)).toEqual(first)
        await auditAfter(nth, order)
        counted.arrivals += 1
        counted.events += order.length
      }
      expect(await listBreaches(['I13'])).toEqual([])
    },
    LONG,
  )
})

const ENDING: readonly PaymentEvent[] = [
  'notice',
  'the buyer returns',
  'the buyer requests a refund',
  'refunds are sent',
  'a webhook about a refund',
  'chargebacks are read',
]

/** The result of a refund, by the rule: sent before the bank's dispute, replaced by it, or never requested. */
function refundAfter(order: readonly PaymentEvent[]): string[] {
  const at = (event: PaymentEvent) => order.indexOf(event)
  const known = Math.min(at('notice'), at('the buyer returns'))
  // Before the payment is known the chargeback has no effect; it is read again in the end.
  const disputed = at('chargebacks are read') > known ? at('chargebacks are read') : order.length
  const asked = at('the buyer requests a refund')
  if (asked < known || asked > disputed) return []
  const sent = at('refunds are sent')
  return sent > asked && sent < disputed ? ['completed'] : ['declined']
}

describe('a payment that its buyer wants refunded and a bank disputes', () => {
  test.each(SOLD)(
    '$proves PAY-08 PAY-10 $what ends once, and its money is paid out as often as it must be',
    async (sold) => {
      for (const [nth, order] of drawOrders(ENDING, 12, `the end of ${sold.what}`).entries()) {
        const payment = await paidFor(sold)
        await fixture.scenario('C01', { tx_ref: payment.txRef })
        for (const event of order) await PAYMENT_EVENTS[event](payment)
        await settleFor(fixture, [60, DAY + 60, DAY], ['read chargebacks', 'retry webhook events', 'send refunds'])
        await expectEnd(payment, sold.kind, order)
        await auditAfter(nth, order)
        counted.endings += 1
        counted.events += order.length
      }
      expect(await listBreaches(['I13'])).toEqual([])
    },
    LONG,
  )

  async function expectEnd(payment: Paid, kind: string, order: readonly PaymentEvent[]): Promise<void> {
    const { txRef } = payment
    expect(await paidEntries(payment), describeOrder(order)).toEqual([kind])
    const refunds = await fixture.all<{ state: string }>(
      `select r.state from refunds r join transactions t on t.id = r.transaction_id where t.flutterwave_tx_ref = $1`,
      [txRef],
    )
    expect(
      refunds.map(({ state }) => state),
      describeOrder(order),
    ).toEqual(refundAfter(order))
    expect(
      await entriesOf(
        `select e.kind from journal_entries e join chargebacks c on c.id = e.cause_id
         join transactions t on t.id = c.transaction_id where t.flutterwave_tx_ref = $1`,
        txRef,
      ),
      describeOrder(order),
    ).toEqual(['chargeback_received'])
    const { id } = await fixture.one<{ id: string }>(
      'select purchase_id as id from transactions where flutterwave_tx_ref = $1',
      [txRef],
    )
    expect(await rightsLeft(fixture, id), describeOrder(order)).toBe(0)
  }
})

const SENDING: readonly PayoutEvent[] = [
  'it is sent',
  'it is sent again',
  'a webhook with status successful',
  'a webhook with status failed',
  'the task checks the payout',
  '15 seconds pass',
]
const LATER: readonly PayoutEvent[] = [
  'it is sent',
  'a webhook with status pending',
  'a webhook with status successful',
  'a webhook with status reversed',
  'the task checks the payout',
  '15 seconds pass',
]

describe('however we learn of a payout', () => {
  test.each([
    ['T01', 'arrives', 'completed', SENDING],
    ['T02', 'fails', 'failed', SENDING],
    ['T10', 'arrives and is reversed a day later', 'reversed', LATER],
    ['T11', 'fails and arrives after all', 'completed', SENDING],
  ] as const)(
    'PAYOUT-01 %s one that %s is sent once and ends as %s',
    async (scenario, _how, state, events) => {
      let first: Snapshot | null = null
      for (const [nth, order] of drawOrders(events, 8, scenario).entries()) {
        const world = await makeWorld(fixture.owner())
        await fixture.control('/control/balance', { currency: 'UGX', available: 1_000_000_000 })
        await earned(fixture, world, 100_000)
        const made = await processPayout(world.staff.earnings, { creatorId: world.creators[0].id })
        if (!made.ok) throw new Error(made.refusal.kind)
        const [id] = made.value.payoutIds
        const { reference } = await fixture.one<{ reference: string }>('select reference from payouts where id = $1', [
          id,
        ])
        await fixture.scenario(scenario, { path: '/v3/transfers' })
        for (const event of order) await PAYOUT_EVENTS[event]({ fixture, id: id!, reference })
        await settleFor(fixture, [60, 1_800, 1_800, DAY, DAY], ['send payouts', 'retry webhook events'])
        const payout = await fixture.one<{ state: string }>('select state from payouts where id = $1', [id])
        expect(payout.state, describeOrder(order)).toBe(state)
        const snapshot = await snapshotOf(fixture.owner(), idsOf(world))
        first ??= snapshot
        expect(snapshot, describeOrder(order)).toEqual(first)
        await auditAfter(nth, order)
        counted.payouts += 1
        counted.events += order.length
      }
      expect(await listBreaches(['I13'])).toEqual([])
    },
    LONG,
  )
})
