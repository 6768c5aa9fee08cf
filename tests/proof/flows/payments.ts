import type { Person } from '#app/domain/identity/actor.ts'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import type { ProductOrder } from '#app/domain/products/registry.ts'
import { newId } from '#app/platform/id.ts'
import { HASH } from '#tests/support/payments.ts'
import type { World } from '../world.ts'
import {
  DAY,
  type Flow,
  paid,
  PASS,
  referenceOf,
  type Order,
  startOf,
  subscriptionTo,
  taskNamed,
  tip,
  type Fixture,
  unlockOf,
} from './steps.ts'

export type Sold = { name: string; buyer: 0 | 1; product: (world: World) => ProductOrder }

export const PRODUCTS: readonly Sold[] = [
  { name: 'an unlock', buyer: 0, product: unlockOf },
  { name: 'a pass', buyer: 1, product: () => PASS },
  { name: 'a top-up', buyer: 1, product: () => ({ kind: 'wallet_top_up', amountMinor: 5_000_000n, restMinor: 0n }) },
  { name: 'a tip', buyer: 0, product: (world) => tip(world.creators[1].id, 25_000) },
  { name: 'a subscription to a creator', buyer: 1, product: subscriptionTo },
]

const whenPaid: Flow[] = PRODUCTS.map(({ name, buyer, product }) => ({
  proves: name === 'a tip' ? 'PAY-06 TIP-01' : 'PAY-06',
  name: `the payment for ${name} is checked`,
  prepare: async (fixture, world) => checkPayment(await paid(fixture, world.fans[buyer], product(world))),
}))

function checkPayment(txRef: string): Order {
  return { command: 'complete_payment', input: { txRef } }
}

async function payWhatWasStarted(fixture: Fixture, answer: unknown): Promise<void> {
  const started = answer as { ok: boolean; value: { reference: string } }
  if (!started.ok) throw new Error(`a payment did not start: ${JSON.stringify(started)}`)
  await fixture.pay(started.value.reference, 'approve')
}

/** A pass with a promo code of this fan's world that has one use. */
async function withCode(fixture: Fixture, fan: Person, percentage: number): Promise<ProductOrder> {
  const promo = `W${fan.id.replaceAll('-', '').slice(-14).toUpperCase()}`
  await fixture
    .owner()
    .query('insert into promo_codes (id, code, discount_percentage, usage_limit) values ($1, $2, $3, 1)', [
      newId(),
      promo,
      percentage,
    ])
  return { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: false, promo }
}

/** A payment that the gateway changes. */
async function oddlyPaid(fixture: Fixture, fan: Person, scenario: string): Promise<Order> {
  const reference = await referenceOf(startOf(fan, PASS))
  fixture.state.refuseNotices = true
  await fixture.scenario(scenario, { tx_ref: reference })
  await fixture.pay(reference, 'approve')
  return checkPayment(reference)
}

/** From a payment's start to its money, in every way. */
export const PAYMENT_FLOWS: readonly Flow[] = [
  {
    proves: 'PAY-02',
    name: 'a payment is started',
    prepare: async (_, world) => startOf(world.fans[0], { kind: 'post_unlock', postId: world.posts[0][0]! }),
    afterwards: (fixture, _, answer) => payWhatWasStarted(fixture, answer),
  },
  {
    proves: 'PAY-06',
    name: 'a webhook of the gateway is received',
    prepare: async (fixture, world) => {
      const txRef = await paid(fixture, world.fans[0], { kind: 'post_unlock', postId: world.posts[0][0]! })
      const [charge] = (await fixture.atGateway(txRef)).transactions
      const body = JSON.stringify({ event: 'charge.completed', data: { id: charge!.id, tx_ref: txRef } })
      return { command: 'take_notice', input: { body, hash: HASH } }
    },
  },
  ...whenPaid,
  {
    proves: 'SUB-04',
    name: 'a payment with a promo code is started',
    prepare: async (fixture, world) => startOf(world.fans[1], await withCode(fixture, world.fans[1], 20)),
    afterwards: (fixture, _, answer) => payWhatWasStarted(fixture, answer),
  },
  {
    proves: 'SUB-04',
    name: 'the payment for a pass with a promo code is checked',
    prepare: async (fixture, world) =>
      checkPayment(await paid(fixture, world.fans[1], await withCode(fixture, world.fans[1], 20))),
  },
  {
    proves: 'SUB-04',
    name: 'a free pass by a promo code is granted',
    prepare: async (fixture, world) => startOf(world.fans[1], await withCode(fixture, world.fans[1], 100)),
  },
  {
    proves: 'SUB-04',
    name: 'the use of a promo code is released after an unpaid payment',
    prepare: async (fixture, world) => {
      const txRef = await referenceOf(startOf(world.fans[1], await withCode(fixture, world.fans[1], 20)))
      await completePurchase({ txRef, left: true })
      return taskNamed('release unused promo codes')
    },
  },
  {
    proves: 'SUB-08',
    name: 'a pass paid in dollars is exchanged',
    prepare: async (fixture, { fans: [, fan] }) => {
      const payer = { name: 'A Fan', email: fan.email, phone: null, method: 'card' as const, network: null }
      const product: ProductOrder = { kind: 'pass', plan: 'monthly', currency: 'USD', renewal: false }
      const reference = await referenceOf(startOf(fan, product, payer))
      fixture.state.refuseNotices = true
      await fixture.pay(reference, 'approve', { method: 'card' })
      return checkPayment(reference)
    },
  },
  {
    proves: 'PAY-07',
    name: 'more was paid than the price',
    prepare: (fixture, world) => oddlyPaid(fixture, world.fans[1], 'P23'),
  },
  {
    proves: 'PAY-07',
    name: 'too little was paid, and a person has to decide',
    prepare: (fixture, world) => oddlyPaid(fixture, world.fans[1], 'P22'),
  },
  {
    proves: 'PAY-07',
    name: 'money comes days late beside another pass',
    prepare: async (fixture, world) => {
      const order = await oddlyPaid(fixture, world.fans[1], 'P14')
      await fixture
        .owner()
        .query(`insert into user_access (id, user_id, reason) values ($1, $2, 'demo data: a world of proofs')`, [
          newId(),
          world.fans[1].id,
        ])
      await fixture.advance(3 * DAY)
      return order
    },
  },
]
