import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { aStart } from '#tests/support/payments.ts'
import type { Fan, Who } from '../model.ts'
import { POST_PRICES_MINOR, SUBSCRIPTION_PRICE_MINOR } from '../world.ts'
import { command, expectKind, form, onlyOne, payInto } from './step.ts'

export const topUp = (fan: Fan, shillings: number, how: 'check' | 'twice' | 'task') =>
  command('top up', {
    description: `${fan}, ${shillings}, ${how}`,
    run: async (model, real) => {
      const amountMinor = BigInt(shillings) * 100n
      const paid = await payInto(real, fan, { kind: 'wallet_top_up', amountMinor, restMinor: 0n }, how)
      model.topUp(fan, amountMinor, paid)
    },
  })

export const declined = (fan: Fan) =>
  command('top up, declined', {
    run: async (_, real) => {
      const person = real.world.fans[fan]
      const product = { kind: 'wallet_top_up', amountMinor: 1_000_000n, restMinor: 0n } as const
      const started = await placeOrder(person, aStart({ email: person.email, product }))
      invariant(started.ok, 'a payment did not start')
      await real.fixture.pay(started.value.reference, 'decline')
      await completePurchase({ txRef: started.value.reference, left: true })
    },
  })

export const unlock = (creator: Who, post: number) =>
  command('unlock from the wallet', {
    description: `creator ${creator}, post ${post}`,
    run: async (model, real) => {
      const price = POST_PRICES_MINOR[post]!
      const key = `${creator} ${post}`
      const input = form({ kind: 'post_unlock', postId: real.world.posts[creator][post]! })
      const result = await placeOrder(real.world.fans[0], input)
      if (model.unlocked.has(key)) return expectKind(result, 'not_permitted')
      if (model.wallet[0] < price) return expectKind(result, 'balance_too_small')
      expectKind(result, 'ok')
      invariant(result.ok, 'see the assertion above')
      real.lastForm = { who: 0, input }
      model.buy({ fan: 0, creator, price, from: 'wallet', post: key, id: result.value.reference })
    },
  })

export const unlockByGateway = (creator: Who, post: number) =>
  command('unlock through the gateway', {
    when: (model) => !model.unlocked.has(`${creator} ${post}`),
    run: async (model, real) => {
      const postId = real.world.posts[creator][post]!
      const { id, txRef } = await payInto(real, 0, { kind: 'post_unlock', postId }, 'twice')
      const price = POST_PRICES_MINOR[post]!
      model.buy({ fan: 0, creator, price, from: 'gateway', post: `${creator} ${post}`, id, txRef })
    },
  })

export const tip = (creator: Who, amountMinor: bigint) =>
  command('tip', {
    description: `creator ${creator}, ${amountMinor}`,
    run: async (model, real) => {
      const creatorId = real.world.creators[creator].id
      const input = form({
        kind: 'tip',
        creatorId,
        amountMinor,
        message: '',
        postId: null,
        context: 'profile',
        named: true,
      })
      const result = await placeOrder(real.world.fans[0], input)
      if (amountMinor < 100_000n || amountMinor % 100n !== 0n) return expectKind(result, 'amount_out_of_bounds')
      if (model.wallet[0] < amountMinor) return expectKind(result, 'balance_too_small')
      expectKind(result, 'ok')
      invariant(result.ok, 'see the assertion above')
      real.lastForm = { who: 0, input }
      model.buy({ fan: 0, creator, price: amountMinor, from: 'wallet', post: null, id: result.value.reference })
    },
  })

export const sameFormAgain = command('the same form again', {
  run: async (_, real) => {
    if (!real.lastForm) return
    const { who, input } = real.lastForm
    const answers = await Promise.all([1, 2, 3].map(() => placeOrder(real.world.fans[who], input)))
    for (const answer of answers) expectKind(answer, 'ok')
  },
})

export const overspend = command('two spends of the whole wallet at once', {
  when: (model) => model.wallet[0] >= 100_000n,
  run: async (model, real) => {
    const amountMinor = model.wallet[0]
    const creatorId = real.world.creators[0].id
    const rest = { message: '', postId: null, context: 'profile', named: false } as const
    const answers = await Promise.all(
      [1, 2].map(() => placeOrder(real.world.fans[0], form({ kind: 'tip', creatorId, amountMinor, ...rest }))),
    )
    onlyOne(answers)
    const first = answers.find((answer) => answer.ok)
    invariant(first?.ok, 'counted above')
    model.buy({ fan: 0, creator: 0, price: amountMinor, from: 'wallet', post: null, id: first.value.reference })
  },
})

export const subscribe = (creator: Who) =>
  command('subscribe to a creator', {
    when: (model) => !model.terms.some((term) => term.creator === creator),
    run: async (model, real) => {
      const creatorId = real.world.creators[creator].id
      const result = await placeOrder(
        real.world.fans[1],
        form({ kind: 'creator_subscription', creatorId, renewal: false }),
      )
      if (model.wallet[1] < SUBSCRIPTION_PRICE_MINOR) return expectKind(result, 'balance_too_small')
      expectKind(result, 'ok')
      model.subscribe(1, creator, SUBSCRIPTION_PRICE_MINOR, 'wallet')
    },
  })

export const subscribeByGateway = (creator: Who) =>
  command('subscribe to a creator through the gateway', {
    when: (model) => !model.terms.some((term) => term.creator === creator),
    run: async (model, real) => {
      const creatorId = real.world.creators[creator].id
      await payInto(real, 1, { kind: 'creator_subscription', creatorId, renewal: false }, 'twice')
      model.subscribe(1, creator, SUBSCRIPTION_PRICE_MINOR, 'gateway')
    },
  })

const CREATOR_FEE_MINOR = 6_000_000n

export const payFee = (creator: Who) =>
  command('the creator fee from earnings', {
    run: async (model, real) => {
      const input = form({ kind: 'creator_fee', renewal: true }, 'earnings')
      const answers = await Promise.all([1, 2].map(() => placeOrder(real.world.creators[creator], input)))
      const expected = model.available[creator] < CREATOR_FEE_MINOR ? 'balance_too_small' : 'ok'
      for (const answer of answers) expectKind(answer, expected)
      if (expected === 'ok') model.payFee(creator, CREATOR_FEE_MINOR)
    },
  })
