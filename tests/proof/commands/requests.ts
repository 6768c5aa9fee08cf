import { acceptQuote } from '#app/domain/requests/accept-quote.server.ts'
import { deliverRequest } from '#app/domain/requests/deliver-request.server.ts'
import { declineQuote, withdrawQuote } from '#app/domain/requests/end-quote.server.ts'
import { offerQuote } from '#app/domain/requests/offer-quote.server.ts'
import { runTask } from '#app/jobs.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import type { Model, Who } from '../model.ts'
import { command, DAY_MS, expectKind, onlyOne, pass, type Real } from './step.ts'

const DELIVERY_DAYS = 20

function offer(real: Real, creator: Who, priceMinor: bigint) {
  const requested = { fanId: real.world.fans[0].id, priceMinor, deliveryDays: DELIVERY_DAYS, answerHours: 24 }
  return offerQuote(real.world.creators[creator], requested)
}

function accept(model: Model, creator: Who, amount: bigint, id: string): void {
  model.hold({ fan: 0, creator, amount, id, endsAt: model.nowMs + DELIVERY_DAYS * DAY_MS })
}

export const acceptRequest = (creator: Who, priceMinor: bigint) =>
  command('accept a request', {
    description: `creator ${creator}, ${priceMinor}`,
    run: async (model, real) => {
      const offered = await offer(real, creator, priceMinor)
      if (priceMinor < 100_000n) return expectKind(offered, 'price_out_of_bounds')
      expectKind(offered, 'ok')
      invariant(offered.ok, 'see the assertion above')
      const { quoteId } = offered.value
      expectKind(await acceptQuote(real.world.fans[1], { quoteId, version: 1 }), 'quote_missing')
      const answers = await Promise.all([1, 2].map(() => acceptQuote(real.world.fans[0], { quoteId, version: 1 })))
      const expected = model.wallet[0] < priceMinor ? 'balance_too_small' : 'ok'
      for (const answer of answers) expectKind(answer, expected)
      if (expected === 'ok') accept(model, creator, priceMinor, quoteId)
    },
  })

export const acceptTwo = command('two spends of the whole wallet at once', {
  description: 'requests',
  when: (model) => model.wallet[0] >= 100_000n,
  run: async (model, real) => {
    const priceMinor = model.wallet[0]
    const quotes: string[] = []
    for (const creator of [0, 1] as const) {
      const offered = await offer(real, creator, priceMinor)
      invariant(offered.ok, `a price was refused: ${JSON.stringify(offered)}`)
      quotes.push(offered.value.quoteId)
    }
    const answers = await Promise.all(quotes.map((quoteId) => acceptQuote(real.world.fans[0], { quoteId, version: 1 })))
    onlyOne(answers)
    const creator = answers[0]!.ok ? 0 : 1
    accept(model, creator, priceMinor, quotes[creator]!)
  },
})

const someHeld = (model: Model) => model.holds.length > 0

export const deliver = (nth: number) =>
  command('deliver a request', {
    when: someHeld,
    run: async (model, real) => {
      const one = model.holds[nth % model.holds.length]!
      const other = real.world.creators[one.creator === 0 ? 1 : 0]
      expectKind(await deliverRequest(other, one.id), 'quote_missing')
      const answers = await Promise.all([1, 2].map(() => deliverRequest(real.world.creators[one.creator], one.id)))
      if (!one.open || one.endsAt <= model.nowMs) {
        if (answers.some((answer) => answer.ok)) throw new Error('a request that had ended was delivered')
        return
      }
      onlyOne(answers)
      model.endHold(one, 'delivered')
    },
  })

export const withdraw = (nth: number) =>
  command('withdraw a request', {
    when: someHeld,
    run: async (model, real) => {
      const one = model.holds[nth % model.holds.length]!
      expectKind(await declineQuote(real.world.fans[0], one.id), 'quote_decided')
      const result = await withdrawQuote(real.world.creators[one.creator], one.id)
      // A request whose money was released at its deadline can still be closed.
      expectKind(result, one.open || one.state === 'cancelled' ? 'ok' : 'quote_decided')
      if (one.open) model.endHold(one, 'withdrawn')
      else if (one.state === 'cancelled') one.state = 'withdrawn'
    },
  })

export const expire = command('requests run out of time', {
  when: (model) => model.holds.some((one) => one.open),
  run: async (model, real) => {
    await pass(model, real, (DELIVERY_DAYS + 1) * DAY_MS)
    await Promise.all([1, 2].map(() => runTask('cancel expired holds')))
    for (const one of model.holds) if (one.open && one.endsAt <= model.nowMs) model.endHold(one, 'cancelled')
  },
})
