import fc from 'fast-check'
import type { Person } from '#app/domain/identity/actor.ts'
import { ugx } from '#app/domain/money/money.ts'
import { topUpCredits } from '#app/domain/products/wallet-top-up/entries.ts'
import { quoteTopUp } from '#app/domain/products/wallet-top-up/quote.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { payInDemo } from '#demo/pay.server.ts'
import * as buying from './commands/buying.ts'
import * as earnings from './commands/earnings.ts'
import * as messages from './commands/messages.ts'
import * as passes from './commands/passes.ts'
import * as refunds from './commands/refunds.ts'
import * as requests from './commands/requests.ts'
import type { Command, Real } from './commands/step.ts'
import type { Fan, Model, Who } from './model.ts'

export type { Real } from './commands/step.ts'

/** Money that came in long ago, like the demo data's. */
async function fillInDemo(person: Person, fan: Fan, model: Model): Promise<void> {
  const price = ugx(400_000)
  await inTransaction((tx) =>
    payInDemo(tx, {
      accountId: person.id,
      email: person.email,
      name: 'Somebody',
      phone: '+256772123456',
      quote: quoteTopUp(person.id, price.amountMinor, 0n),
      labels: { what: 'top-up', type: 'wallet_top_up' },
      booking: topUpCredits(price, person.id),
      paidAt: now(),
    }),
  )
  model.topUp(fan, price.amountMinor)
}

/** A history begins with money in wallets and earnings that may be paid out, so that there is something to move. */
export async function begin(model: Model, real: Real): Promise<void> {
  const [one, other] = real.world.creators
  model.first = one.id < other.id ? 0 : 1
  for (const fan of [0, 1, 2] as const) await fillInDemo(real.world.fans[fan], fan, model)
  // The preparation of every history is not one of its random steps.
  const uncounted = { ...real, steps: new Map<string, number>() }
  const first = [buying.tip(0, 8_000_000n), buying.tip(1, 7_000_000n), earnings.advance(8)]
  for (const step of first) await step.run(model, uncounted)
}

/** A history ends with nothing open, so that the scheduled tasks of later histories in this fixture find only their own work. */
export async function end(model: Model, real: Real): Promise<void> {
  const uncounted = { ...real, steps: new Map<string, number>() }
  const last = [
    ...([0, 1] as const).map(earnings.hide),
    ...model.payouts.flatMap((payout, nth) => (payout.open ? [earnings.cancel(nth)] : [])),
  ]
  for (const step of last) if (step.check(model)) await step.run(model, uncounted)
  await real.fixture
    .owner()
    .query(`update payout_accounts set usable_from = 'infinity' where creator_id = any ($1)`, [
      real.world.creators.map(({ id }) => id),
    ])
}

const who = fc.constantFrom<Who>(0, 1)
const filled = fc.constantFrom<Fan>(0, 1, 2)
const passFan = fc.constantFrom<Fan>(2, 3)
/** Mostly holders of passes; the first fan has access that nobody paid for, the second none. */
const viewer = fc.constantFrom<Fan>(0, 1, 2, 2, 2, 3, 3, 3)
/** The last one is expensive. */
const post = fc.constantFrom(0, 1, 2, 3, 3)
const nth = fc.nat(20)
const shillings = fc.constantFrom(1_000, 5_000, 25_000, 60_000, 200_000)
const tips = fc.oneof(
  { arbitrary: fc.constantFrom(100_000n, 1_000_000n, 2_500_000n, 123_400n), weight: 4 },
  { arbitrary: fc.constantFrom(0n, -500_000n, 150_050n, 1n), weight: 1 },
)
const prices = fc.constantFrom(0n, 100_000n, 1_000_000n, 5_000_000n)

/** Every step of a history, with its weight: steps with preconditions are drawn more often, steps that use the gateway less often. */
const WEIGHTED: readonly [number, fc.Arbitrary<Command>][] = [
  [
    4,
    fc
      .tuple(filled, shillings, fc.constantFrom('check', 'twice', 'task'))
      .map(([fan, sum, how]) => buying.topUp(fan, sum, how)),
  ],
  [3, who.map(buying.declined)],
  [3, fc.tuple(who, post).map(([creator, nthPost]) => buying.unlock(creator, nthPost))],
  [4, fc.tuple(who, post).map(([creator, nthPost]) => buying.unlockByGateway(creator, nthPost))],
  [3, fc.tuple(who, tips).map(([creator, amount]) => buying.tip(creator, amount))],
  [3, who.map(messages.sendTwice)],
  [3, fc.constant(buying.sameFormAgain)],
  [2, fc.constant(buying.overspend)],
  [4, who.map(buying.subscribe)],
  [4, who.map(buying.subscribeByGateway)],
  [3, who.map(buying.payFee)],
  [3, passFan.map(passes.buyPass)],
  [3, fc.tuple(passFan, fc.constantFrom(20, 33, 7)).map(([fan, percentage]) => passes.passWithCode(fan, percentage))],
  [3, fc.constant(passes.lastUse)],
  [3, fc.constant(passes.renewByHand)],
  [17, fc.constant(passes.renewByItself)],
  [
    3,
    fc
      .tuple(
        fc.array(fc.record({ fan: viewer, creator: who, daysBefore: fc.nat(2) }), { maxLength: 4 }),
        fc.option(fc.record({ fan: passFan, creator: who }), { freq: 2 }),
      )
      .map(([views, follow]) => passes.shareWeeks(views, follow)),
  ],
  [5, fc.tuple(who, prices).map(([creator, price]) => requests.acceptRequest(creator, price))],
  [3, fc.constant(requests.acceptTwo)],
  [20, nth.map(requests.deliver)],
  [18, nth.map(requests.withdraw)],
  [48, fc.constant(requests.expire)],
  [3, fc.integer({ min: 1, max: 9 }).map(earnings.advance)],
  [4, fc.constant(earnings.fold)],
  [3, who.map(earnings.payOut)],
  [3, fc.constant(earnings.weeklyRun)],
  [22, nth.map(earnings.cancel)],
  [17, fc.constant(earnings.sendPayouts(false))],
  [19, fc.constant(earnings.sendPayouts(true))],
  [28, who.map(earnings.hide)],
  [3, nth.map(refunds.refund)],
  [3, nth.map(refunds.refundPart)],
  [12, fc.tuple(nth, fc.boolean()).map(([index, fails]) => refunds.refundToSource(index, fails))],
  [9, fc.tuple(nth, fc.boolean(), fc.boolean()).map((drawn) => refunds.chargeback(...drawn))],
]

export const COMMANDS: fc.Arbitrary<Command>[] = WEIGHTED.flatMap(([weight, arbitrary]) =>
  Array.from({ length: weight }, () => arbitrary),
)
