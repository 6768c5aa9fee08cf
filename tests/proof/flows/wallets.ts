import { ugx } from '#app/domain/money/money.ts'
import type { BalanceOrder } from '#app/domain/purchases/place-order.server.ts'
import { acceptQuote } from '#app/domain/requests/accept-quote.server.ts'
import { offerQuote } from '#app/domain/requests/offer-quote.server.ts'
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

/** A creator's quote for the first fan's request, with the money for it in the fan's wallet. */
async function quoted(fixture: Fixture, { fans: [fan], creators: [creator] }: World): Promise<string> {
  await fill(fixture, fan, 150_000)
  const offer = { priceMinor: ugx(100_000).amountMinor, deliveryDays: 3, answerHours: 48, fanId: fan.id }
  return (await must(offerQuote(creator, offer))).quoteId
}

async function accepted(fixture: Fixture, world: World): Promise<string> {
  const quoteId = await quoted(fixture, world)
  await must(acceptQuote(world.fans[0], { quoteId, version: 1 }))
  return quoteId
}

const requests: Flow[] = [
  {
    proves: 'PROF-07 WALLET-01',
    name: 'the price of a custom request is accepted and set aside',
    prepare: async (fixture, world) => ({
      command: 'accept_quote',
      input: { person: world.fans[0], id: await quoted(fixture, world) },
    }),
  },
  {
    proves: 'PROF-07 WALLET-01',
    name: 'the price of a custom request is declined',
    prepare: async (fixture, world) => ({
      command: 'decline_quote',
      input: { person: world.fans[0], id: await quoted(fixture, world) },
    }),
  },
  {
    proves: 'PROF-07 EARN-01',
    name: 'a custom request is delivered',
    prepare: async (fixture, world) => ({
      command: 'deliver_request',
      input: { person: world.creators[0], id: await accepted(fixture, world) },
    }),
  },
  {
    proves: 'PROF-07 WALLET-01',
    name: 'a creator withdraws from an accepted request',
    prepare: async (fixture, world) => ({
      command: 'withdraw_quote',
      input: { person: world.creators[0], id: await accepted(fixture, world) },
    }),
  },
  {
    proves: 'PROF-07 WALLET-01',
    name: 'the hold of a late request is released',
    prepare: async (fixture, world) => {
      await accepted(fixture, world)
      await fixture.advance(3 * DAY + 60)
      return taskNamed('cancel expired holds')
    },
  },
  {
    proves: 'PROF-07 WALLET-01',
    name: 'the hold for a hidden creator is released',
    prepare: async (fixture, world) => {
      await accepted(fixture, world)
      await hide(fixture, [world.creators[0].id])
      return taskNamed('refund requests of hidden creators')
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
