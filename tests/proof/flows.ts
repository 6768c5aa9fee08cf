import type { Person } from '#app/domain/identity/actor.ts'
import type { BalanceInput } from '#app/domain/purchases/pay-from-balance.server.ts'
import type { WantedProduct } from '#app/domain/purchases/wanted.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { aStart, HASH, type usePaymentTown } from '#tests/support/payments.ts'
import { ACTS, type ActInput } from './acts.ts'
import type { World } from './world.ts'

export type Town = ReturnType<typeof usePaymentTown>
export type Order = { act: string; input: ActInput }

/** One movement of money: what happens before it, and the act in which the server dies. */
export type Flow = {
  /** The requirements that it proves. */
  proves: string
  name: string
  prepare(town: Town, world: World): Promise<Order>
  /** What people and the gateway do after the act, whether it came to its end or was done again. */
  afterwards?(town: Town, world: World, answer: unknown): Promise<void>
}

const DAY = 86_400

export function startOf(fan: Person, product: WantedProduct): Order {
  return {
    act: 'start_payment',
    input: { person: fan, start: aStart({ email: fan.email, product }) },
  }
}

async function referenceOf(order: Order): Promise<string> {
  const started = (await ACTS[order.act]!(order.input)) as { ok: boolean; value: { reference: string } }
  if (!started.ok) throw new Error(`a payment did not start: ${JSON.stringify(started)}`)
  return started.value.reference
}

/** Pays at the gateway while nobody listens to its notices. */
async function paid(town: Town, fan: Person, product: WantedProduct): Promise<string> {
  const reference = await referenceOf(startOf(fan, product))
  town.state.refuseNotices = true
  await town.pay(reference, 'approve')
  return reference
}

async function bought(town: Town, fan: Person, product: WantedProduct): Promise<string> {
  const txRef = await paid(town, fan, product)
  await ACTS.complete_payment!({ txRef })
  return txRef
}

export async function fill(town: Town, fan: Person, shillings: number): Promise<void> {
  await bought(town, fan, { kind: 'wallet_top_up', amountMinor: BigInt(shillings) * 100n, restMinor: 0n })
}

function fromBalance(person: Person, product: BalanceInput['product'], from: BalanceInput['from'] = 'wallet'): Order {
  const balance: BalanceInput = { product, from, intent: {}, attempt: randomToken(), shownMinor: null }
  return { act: 'pay_from_balance', input: { person, balance } }
}

function tip(creatorId: string, shillings: number): BalanceInput['product'] {
  const amountMinor = BigInt(shillings) * 100n
  return { kind: 'tip', creatorId, amountMinor, message: 'Webale', postId: null, context: 'profile', named: true }
}

/** A creator with so many shillings of earnings to be paid out: a fan's tip, eight days ago. */
async function earned(town: Town, world: World, shillings: number): Promise<void> {
  await fill(town, world.fans[0], shillings)
  const order = fromBalance(world.fans[0], tip(world.creators[0].id, shillings))
  await ACTS[order.act]!(order.input)
  await town.advance(8 * DAY)
  await ACTS.sweep!({ sweep: 'release earnings' })
}

const PASS: WantedProduct = { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: false }

function subscriptionTo(world: World): WantedProduct {
  return { kind: 'creator_subscription', creatorId: world.creators[0].id, renewal: false }
}

type Sold = { name: string; buyer: 0 | 1; wanted: (world: World) => WantedProduct }

const PRODUCTS: readonly Sold[] = [
  { name: 'an unlock', buyer: 0, wanted: (world) => ({ kind: 'post_unlock', postId: world.posts[0][1]! }) },
  { name: 'a pass', buyer: 1, wanted: () => PASS },
  { name: 'a top-up', buyer: 1, wanted: () => ({ kind: 'wallet_top_up', amountMinor: 5_000_000n, restMinor: 0n }) },
  { name: 'a tip', buyer: 0, wanted: (world) => tip(world.creators[1].id, 25_000) },
  { name: 'a subscription to a creator', buyer: 1, wanted: (world) => subscriptionTo(world) },
]

const whenPaid: Flow[] = PRODUCTS.map(({ name, buyer, wanted }) => ({
  proves: name === 'a tip' ? 'PAY-06 TIP-01' : 'PAY-06',
  name: `the money for ${name} is looked up`,
  prepare: async (town, world) => ({
    act: 'complete_payment',
    input: { txRef: await paid(town, world.fans[buyer], wanted(world)) },
  }),
}))

const fromWallet: Flow[] = PRODUCTS.filter(({ name }) => name !== 'a top-up').map(({ name, buyer, wanted }) => ({
  proves: name === 'a tip' ? 'WALLET-01 TIP-01' : 'WALLET-01',
  name: `${name} is paid from the wallet`,
  prepare: async (town, world) => {
    await fill(town, world.fans[buyer], 300_000)
    return fromBalance(world.fans[buyer], wanted(world) as BalanceInput['product'])
  },
}))

/** Every way that money moves. */
export const FLOWS: readonly Flow[] = [
  {
    proves: 'PAY-02',
    name: 'a payment is started',
    prepare: async (_, world) => startOf(world.fans[0], { kind: 'post_unlock', postId: world.posts[0][0]! }),
    afterwards: async (town, _, answer) => {
      const started = answer as { ok: boolean; value: { reference: string } }
      if (!started.ok) throw new Error(`a payment did not start: ${JSON.stringify(started)}`)
      await town.pay(started.value.reference, 'approve')
    },
  },
  {
    proves: 'PAY-06',
    name: 'a notice of the gateway is taken in',
    prepare: async (town, world) => {
      const txRef = await paid(town, world.fans[0], { kind: 'post_unlock', postId: world.posts[0][0]! })
      const [charge] = (await town.atGateway(txRef)).transactions
      const body = JSON.stringify({ event: 'charge.completed', data: { id: charge!.id, tx_ref: txRef } })
      return { act: 'take_notice', input: { body, hash: HASH } }
    },
  },
  ...whenPaid,
  ...fromWallet,
  {
    proves: 'CSUB-03',
    name: 'the creator fee is paid from earnings',
    prepare: async (town, world) => {
      await earned(town, world, 200_000)
      return fromBalance(world.creators[0], { kind: 'creator_fee', renewal: true }, 'earnings')
    },
  },
  {
    proves: 'EARN-01',
    name: 'earnings become available',
    prepare: async (town, world) => {
      await fill(town, world.fans[0], 80_000)
      const order = fromBalance(world.fans[0], tip(world.creators[0].id, 50_000))
      await ACTS[order.act]!(order.input)
      await town.advance(8 * DAY)
      return { act: 'sweep', input: { sweep: 'release earnings' } }
    },
  },
  {
    proves: 'EARN-01',
    name: 'a day of a creator subscription is earned',
    prepare: async (town, world) => {
      await bought(town, world.fans[1], subscriptionTo(world))
      await town.advance(2 * DAY)
      return { act: 'sweep', input: { sweep: 'earn a day of creator subscriptions' } }
    },
  },
  {
    proves: 'PAYOUT-01',
    name: 'a payout is made by a person',
    prepare: async (town, world) => {
      await earned(town, world, 100_000)
      return { act: 'process_payout', input: { person: world.staff.earnings, creatorId: world.creators[0].id } }
    },
  },
  {
    proves: 'PAYOUT-01',
    name: 'a payout is sent',
    prepare: async (town, world) => {
      await earned(town, world, 100_000)
      await ACTS.process_payout!({ person: world.staff.earnings, creatorId: world.creators[0].id })
      return { act: 'sweep', input: { sweep: 'send payouts' } }
    },
  },
  {
    proves: 'PAY-08',
    name: 'a refund goes to the wallet',
    prepare: async (town, world) => {
      await bought(town, world.fans[1], PASS)
      return { act: 'ask_refund', input: await wishOf(town, world.fans[1], 'wallet') }
    },
  },
  {
    proves: 'PAY-08',
    name: 'a refund is sent to where the money came from',
    prepare: async (town, world) => {
      await bought(town, world.fans[1], PASS)
      await ACTS.ask_refund!(await wishOf(town, world.fans[1], 'source'))
      await town.advance(60)
      return { act: 'sweep', input: { sweep: 'send refunds' } }
    },
  },
]

async function wishOf(town: Town, fan: Person, destination: 'source' | 'wallet'): Promise<ActInput> {
  const { id } = await town.one<{ id: string }>(
    `select id from purchases where buyer_id = $1 and kind = 'pass' order by created_at desc limit 1`,
    [fan.id],
  )
  return { person: fan, refund: { purchaseId: id, note: 'I have not used it at all.', destination } }
}
