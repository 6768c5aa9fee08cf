import { accepted, addReadyMedium, anAsk, asked } from '#tests/support/requests.ts'
import { ugx } from '#app/domain/money/money.ts'
import type { BalanceOrder } from '#app/domain/purchases/place-order.server.ts'
import { changePrice } from '#app/domain/requests/change-price.server.ts'
import { chooseRenewal } from '#app/domain/subscriptions/choose-renewal.server.ts'
import type { World } from '../world.ts'
import { PRODUCTS } from './payments.ts'
import {
  advanceTo,
  bought,
  DAY,
  fill,
  type Flow,
  fromBalance,
  hide,
  must,
  PASS,
  taskNamed,
  type Fixture,
} from './steps.ts'

const fromWallet: Flow[] = PRODUCTS.filter(({ name }) => name !== 'a top-up').map(({ name, buyer, product }) => ({
  proves: name === 'a tip' ? 'WALLET-01 TIP-01' : 'WALLET-01',
  name: `${name} is paid from the wallet`,
  prepare: async (fixture, world) => {
    await fill(fixture, world.fans[buyer], 300_000)
    return fromBalance(world.fans[buyer], product(world) as BalanceOrder['product'])
  },
}))

/** A request of the first fan, with the money for it held from their wallet. */
async function requested(fixture: Fixture, { fans: [fan], creators: [creator] }: World): Promise<string> {
  await fill(fixture, fan, 150_000)
  return asked(fan, creator)
}

/** The same, accepted, with a photo to deliver. */
async function promised(fixture: Fixture, { fans: [fan], creators: [creator] }: World): Promise<string> {
  await fill(fixture, fan, 150_000)
  const requestId = await accepted(fan, creator)
  await addReadyMedium(fixture.owner(), creator.id, requestId)
  return requestId
}

const requests: Flow[] = [
  {
    proves: 'PROF-07k WALLET-01',
    name: 'something custom is asked for and its price set aside',
    prepare: async (fixture, { fans: [fan], creators: [creator] }) => {
      await fill(fixture, fan, 150_000)
      return { command: 'ask_request', input: { person: fan, asked: anAsk(creator) } }
    },
  },
  {
    proves: 'PROF-07l WALLET-01',
    name: 'a creator accepts a custom request',
    prepare: async (fixture, world) => ({
      command: 'accept_request',
      input: { person: world.creators[0], id: await requested(fixture, world) },
    }),
  },
  {
    proves: 'PROF-07l WALLET-01',
    name: 'a fan confirms another price of a custom request',
    prepare: async (fixture, world) => {
      const id = await requested(fixture, world)
      await must(changePrice(world.creators[0], id, ugx(120_000).amountMinor))
      return { command: 'confirm_price', input: { person: world.fans[0], id } }
    },
  },
  {
    proves: 'PROF-07l WALLET-01',
    name: 'a creator declines a custom request',
    prepare: async (fixture, world) => ({
      command: 'decline_request',
      input: { person: world.creators[0], id: await requested(fixture, world) },
    }),
  },
  {
    proves: 'PROF-07l EARN-01',
    name: 'a custom request is delivered',
    prepare: async (fixture, world) => ({
      command: 'deliver_request',
      input: { person: world.creators[0], id: await promised(fixture, world) },
    }),
  },
  {
    proves: 'PROF-07l WALLET-01',
    name: 'a fan withdraws a custom request',
    prepare: async (fixture, world) => ({
      command: 'withdraw_request',
      input: { person: world.fans[0], id: await requested(fixture, world) },
    }),
  },
  {
    proves: 'PROF-07l WALLET-01',
    name: 'a custom request without a delivery in time ends',
    prepare: async (fixture, world) => {
      await promised(fixture, world)
      await fixture.advance(4 * DAY + 60)
      return taskNamed('end due requests')
    },
  },
  {
    proves: 'PROF-07l WALLET-01',
    name: 'a custom request to a hidden creator ends',
    prepare: async (fixture, world) => {
      await promised(fixture, world)
      await hide(fixture, [world.creators[0].id])
      return taskNamed('end due requests')
    },
  },
]

const PASS_PRICE_MINOR = 18_000_000n

/** What is paid from a wallet, and what is held in it. */
export const WALLET_FLOWS: readonly Flow[] = [
  ...fromWallet,
  {
    proves: 'SUB-06 WALLET-01',
    name: 'a pass is renewed from the wallet at its end',
    prepare: async (fixture, { fans: [, fan] }) => {
      await bought(fixture, fan, PASS)
      await fill(fixture, fan, 300_000)
      await must(chooseRenewal(fan, { mode: 'automatic', shownMinor: PASS_PRICE_MINOR, country: 'UG' }))
      const { end } = await fixture.one<{ end: Date }>(
        `select expires_at - interval '5 hours' as end from subscriptions where user_id = $1`,
        [fan.id],
      )
      await advanceTo(fixture, end)
      return taskNamed('renew passes from wallets')
    },
    // So that the task finds nobody else to renew in the next world.
    afterwards: async (_, { fans: [, fan] }) => {
      await must(chooseRenewal(fan, { mode: 'by_hand', shownMinor: null, country: 'UG' }))
    },
  },
  ...requests,
]
