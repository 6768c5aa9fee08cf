import fc from 'fast-check'
import type { Person } from '#app/domain/identity/actor.ts'
import { recordEarning } from '#app/domain/earnings/record-earning.server.ts'
import { foldAccounts } from '#app/domain/ledger/fold-accounts.server.ts'
import { splitFee, ugx } from '#app/domain/money/money.ts'
import { cancelPayout } from '#app/domain/payouts/cancel-payout.server.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import { creatorCredits, topUpCredits } from '#app/domain/purchases/entries.ts'
import { type BalanceInput, payFromBalance } from '#app/domain/purchases/pay-from-balance.server.ts'
import { startPurchase } from '#app/domain/purchases/start-purchase.server.ts'
import type { WantedProduct } from '#app/domain/purchases/wanted.ts'
import { quoteTopUp } from '#app/domain/purchases/quote.ts'
import { askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { decideRefund, secondRefund } from '#app/domain/refunds/decide-refund.server.ts'
import { releaseHold, returnHold } from '#app/domain/wallet/end-hold.server.ts'
import { placeHold } from '#app/domain/wallet/place-hold.server.ts'
import { runSweep } from '#app/jobs.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import type { Result } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { payInTown } from '#demo/pay.server.ts'
import { aStart } from '#tests/support/payments.ts'
import type { Town } from './flows.ts'
import type { Model, Pots, Who } from './model.ts'
import { POST_PRICES_MINOR, SUBSCRIPTION_PRICE_MINOR, type World } from './world.ts'

/** The real side of a history. `steps` counts what was done, by the name of the command. */
export type Real = {
  town: Town
  world: World
  steps: Map<string, number>
  lastForm: { who: Who; input: BalanceInput } | null
}

type Command = fc.AsyncCommand<Model, Real>

const DAY_MS = 86_400_000

/** One kind of step: what it needs, and what it does to both sides. After each the pots of everybody are compared. */
function command(
  name: string,
  options: { when?: (model: Model) => boolean; run: (model: Model, real: Real) => Promise<void>; says?: string },
): Command {
  return {
    check: (model) => options.when?.(model) ?? true,
    run: async (model, real) => {
      real.steps.set(name, (real.steps.get(name) ?? 0) + 1)
      await options.run(model, real)
      const found = await potsOf(real)
      const expected = model.pots()
      if (!sameIn(found, expected)) throw new Error(`after ${name}: ${show(found)} instead of ${show(expected)}`)
    },
    toString: () => (options.says ? `${name}(${options.says})` : name),
  }
}

const POTS = `
  select case when a.owner_id = any ($1) then 'fan ' || array_position($1::uuid[], a.owner_id) - 1
    else 'creator ' || array_position($2::uuid[], a.owner_id) - 1 end || ' ' || a.purpose as pot, -ledger_balance(a.id) as amount
  from ledger_accounts a where (a.owner_id = any ($1) or a.owner_id = any ($2)) and ledger_balance(a.id) <> 0`

async function potsOf({ town, world }: Real): Promise<Pots> {
  const ids = (people: readonly { id: string }[]) => people.map(({ id }) => id)
  const rows = await town.all<{ pot: string; amount: bigint }>(POTS, [ids(world.fans), ids(world.creators)])
  return Object.fromEntries(rows.map((row) => [row.pot, row.amount]))
}

function sameIn(one: Pots, other: Pots): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (one[name] ?? 0n) === (other[name] ?? 0n))
}

function show(pots: Pots): string {
  return Object.entries(pots)
    .map(([name, amount]) => `${name} ${amount}`)
    .toSorted()
    .join(', ')
}

function expectKind(result: Result<unknown, { kind: string }>, kind: string): void {
  const was = result.ok ? 'ok' : result.refusal.kind
  if (was !== kind) throw new Error(`answered ${was} instead of ${kind}`)
}

async function payInto(real: Real, fan: Who, product: WantedProduct, how: 'look' | 'twice' | 'sweep'): Promise<string> {
  const person = real.world.fans[fan]
  const started = await startPurchase(person, aStart({ email: person.email, product }))
  invariant(started.ok, `a payment did not start: ${JSON.stringify(started)}`)
  const { reference: txRef } = started.value
  await real.town.pay(txRef, 'approve')
  if (how === 'sweep') await runSweep('reconcile payments')
  await completePurchase({ txRef })
  if (how === 'twice') await Promise.all([completePurchase({ txRef }), completePurchase({ txRef })])
  return txRef
}

function form(product: BalanceInput['product'], from: BalanceInput['from'] = 'wallet'): BalanceInput {
  return { product, from, intent: {}, attempt: randomToken(), shownMinor: null }
}

/** Money that came in long ago, as the demo town's came in. */
async function fillInTown(fan: Person, model: Model): Promise<void> {
  const price = ugx(300_000)
  await inTransaction((tx) =>
    payInTown(tx, {
      accountId: fan.id,
      email: fan.email,
      name: 'Somebody',
      phone: '+256772123456',
      quote: quoteTopUp(fan.id, price.amountMinor, 0n),
      words: { what: 'top-up', type: 'wallet_top_up' },
      booking: topUpCredits(price, fan.id),
      paidAt: now(),
    }),
  )
  model.topUp(0, price.amountMinor)
}

/** A history begins with money in the first wallet and earnings that may be paid out, so that there is something to move. */
export async function begin(model: Model, real: Real): Promise<void> {
  await fillInTown(real.world.fans[0], model)
  // What every history does is no random step of it.
  const uncounted = { ...real, steps: new Map<string, number>() }
  for (const step of [tip(0, 6_000_000n), tip(1, 4_000_000n), advance(8)]) await step.run(model, uncounted)
}

const topUp = (fan: Who, shillings: number, how: 'look' | 'twice' | 'sweep') =>
  command('top up', {
    says: `${fan}, ${shillings}, ${how}`,
    run: async (model, real) => {
      const amountMinor = BigInt(shillings) * 100n
      await payInto(real, fan, { kind: 'wallet_top_up', amountMinor, restMinor: 0n }, how)
      model.topUp(fan, amountMinor)
    },
  })

const declined = (fan: Who) =>
  command('top up, declined', {
    run: async (_, real) => {
      const person = real.world.fans[fan]
      const product = { kind: 'wallet_top_up', amountMinor: 1_000_000n, restMinor: 0n } as const
      const started = await startPurchase(person, aStart({ email: person.email, product }))
      invariant(started.ok, 'a payment did not start')
      await real.town.pay(started.value.reference, 'decline')
      await completePurchase({ txRef: started.value.reference, left: true })
    },
  })

const unlock = (creator: Who, post: number) =>
  command('unlock from the wallet', {
    says: `creator ${creator}, post ${post}`,
    run: async (model, real) => {
      const price = POST_PRICES_MINOR[post]!
      const key = `${creator} ${post}`
      const input = form({ kind: 'post_unlock', postId: real.world.posts[creator][post]! })
      const result = await payFromBalance(real.world.fans[0], input)
      if (model.unlocked.has(key)) return expectKind(result, 'not_permitted')
      if (model.wallet[0] < price) return expectKind(result, 'balance_too_small')
      expectKind(result, 'ok')
      invariant(result.ok, 'said above')
      real.lastForm = { who: 0, input }
      model.buy({ fan: 0, creator, price, from: 'wallet', post: key, id: result.value.purchaseId })
    },
  })

const unlockByGateway = (creator: Who, post: number) =>
  command('unlock through the gateway', {
    when: (model) => !model.unlocked.has(`${creator} ${post}`),
    run: async (model, real) => {
      const postId = real.world.posts[creator][post]!
      await payInto(real, 0, { kind: 'post_unlock', postId }, 'twice')
      const { id } = await real.town.one<{ id: string }>(
        `select purchase_id as id from unlocks where user_id = $1 and post_id = $2 and revoked_at is null`,
        [real.world.fans[0].id, postId],
      )
      const price = POST_PRICES_MINOR[post]!
      model.buy({ fan: 0, creator, price, from: 'gateway', post: `${creator} ${post}`, id })
    },
  })

const tip = (creator: Who, amountMinor: bigint) =>
  command('tip', {
    says: `creator ${creator}, ${amountMinor}`,
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
      const result = await payFromBalance(real.world.fans[0], input)
      if (amountMinor < 100_000n || amountMinor % 100n !== 0n) return expectKind(result, 'amount_out_of_bounds')
      if (model.wallet[0] < amountMinor) return expectKind(result, 'balance_too_small')
      expectKind(result, 'ok')
      invariant(result.ok, 'said above')
      real.lastForm = { who: 0, input }
      model.buy({ fan: 0, creator, price: amountMinor, from: 'wallet', post: null, id: result.value.purchaseId })
    },
  })

const sameFormAgain = command('the same form again', {
  run: async (_, real) => {
    if (!real.lastForm) return
    const { who, input } = real.lastForm
    const answers = await Promise.all([1, 2, 3].map(() => payFromBalance(real.world.fans[who], input)))
    for (const answer of answers) expectKind(answer, 'ok')
  },
})

const overspend = (fan: Who) =>
  command('two spends of the whole wallet at once', {
    when: (model) => fan === 0 && model.wallet[0] >= 100_000n,
    run: async (model, real) => {
      const amountMinor = model.wallet[0]
      const [creatorId] = real.world.creators.map(({ id }) => id)
      const wish = {
        kind: 'tip',
        creatorId: creatorId!,
        message: '',
        postId: null,
        context: 'profile',
        named: false,
      } as const
      const answers = await Promise.all(
        [1, 2].map(() => payFromBalance(real.world.fans[0], form({ ...wish, amountMinor }))),
      )
      onlyOne(answers)
      const first = answers.find((answer) => answer.ok)
      invariant(first?.ok, 'counted above')
      model.buy({ fan: 0, creator: 0, price: amountMinor, from: 'wallet', post: null, id: first.value.purchaseId })
    },
  })

const subscribe = (creator: Who) =>
  command('subscribe to a creator', {
    when: (model) => !model.terms.some((term) => term.creator === creator),
    run: async (model, real) => {
      const creatorId = real.world.creators[creator].id
      const result = await payFromBalance(
        real.world.fans[1],
        form({ kind: 'creator_subscription', creatorId, renewal: false }),
      )
      if (model.wallet[1] < SUBSCRIPTION_PRICE_MINOR) return expectKind(result, 'balance_too_small')
      expectKind(result, 'ok')
      model.subscribe(1, creator, SUBSCRIPTION_PRICE_MINOR)
    },
  })

const hold = (fan: Who, shillings: number) =>
  command('hold', {
    says: `${fan}, ${shillings}`,
    run: async (model, real) => {
      const amount = ugx(shillings)
      const wish = {
        ownerId: real.world.fans[fan].id,
        amount,
        causeKind: 'test',
        causeId: newId(),
        expiresAt: addDays(now(), 900),
      }
      const result = await inTransaction((tx) => placeHold(tx, wish))
      if (shillings <= 0) return expectKind(result, 'amount_not_holdable')
      if (model.wallet[fan] < amount.amountMinor) return expectKind(result, 'balance_too_small')
      expectKind(result, 'ok')
      invariant(result.ok, 'said above')
      model.hold(fan, amount.amountMinor, result.value.holdId)
    },
  })

const holdTwice = (fan: Who) =>
  command('two holds of the whole wallet at once', {
    when: (model) => model.wallet[fan] > 0n,
    run: async (model, real) => {
      const amount = { amountMinor: model.wallet[fan], currency: 'UGX' } as const
      const wish = { ownerId: real.world.fans[fan].id, amount, causeKind: 'test', expiresAt: addDays(now(), 900) }
      const answers = await Promise.all(
        [1, 2].map(() => inTransaction((tx) => placeHold(tx, { ...wish, causeId: newId() }))),
      )
      onlyOne(answers)
      const placed = answers.find((answer) => answer.ok)
      invariant(placed?.ok, 'counted above')
      model.hold(fan, amount.amountMinor, placed.value.holdId)
    },
  })

const release = (nth: number, creator: Who) =>
  command('release a hold', {
    when: (model) => model.holds.length > 0,
    run: async (model, real) => {
      const one = model.holds[nth % model.holds.length]!
      const creatorId = real.world.creators[creator].id
      const result = await inTransaction(async (tx) => {
        const price = { amountMinor: one.amount, currency: 'UGX' } as const
        const ended = await releaseHold(tx, one.id, () => creatorCredits(price, creatorId, 20))
        if (!ended.ok) return ended
        const { entryId, at } = ended.value
        const feeMinor = splitFee(price, 20).fee.amountMinor
        const earning = { creatorId, entryId, feeMinor, grossMinor: one.amount, at }
        await recordEarning(tx, { ...earning, source: 'custom_request', causeKind: 'wallet_hold', causeId: one.id })
        return ended
      })
      if (!one.open) return expectKind(result, 'hold_ended')
      expectKind(result, 'ok')
      model.endHold(one, creator)
    },
  })

const giveBack = (nth: number) =>
  command('return a hold', {
    when: (model) => model.holds.length > 0,
    run: async (model) => {
      const one = model.holds[nth % model.holds.length]!
      const result = await inTransaction((tx) => returnHold(tx, one.id, 'declined'))
      if (!one.open) return expectKind(result, 'hold_ended')
      expectKind(result, 'ok')
      model.endHold(one, null)
    },
  })

const advance = (days: number) =>
  command('days pass', {
    says: `${days}`,
    run: async (model, real) => {
      await real.town.advance((days * DAY_MS) / 1_000)
      await runSweep('earn a day of creator subscriptions')
      await runSweep('release earnings')
      model.advance(days * DAY_MS)
    },
  })

const fold = command('fold', {
  run: async () => {
    await foldAccounts()
  },
})

const PAYOUT_FEE_MINOR = 150_000n
const LEAST_TRANSFER_MINOR = 50_000n

const payOut = (creator: Who) =>
  command('make a payout', {
    run: async (model, real) => {
      const creatorId = real.world.creators[creator].id
      const [first, second] = await Promise.all(
        [1, 2].map(() => processPayout(real.world.staff.earnings, { creatorId })),
      )
      const result = first!.ok ? first! : second!
      // What a creator owes stays here.
      const gross = model.available[creator] - model.debt[creator]
      if (gross - PAYOUT_FEE_MINOR < LEAST_TRANSFER_MINOR) return expectKind(result, 'too_little')
      expectKind(result, 'ok')
      invariant(result.ok, 'said above')
      if (first!.ok && second!.ok) throw new Error('the same earnings were paid out twice')
      model.pay(creator, gross)
      const sums = await real.town.all<{ id: string; gross: string }>(
        'select id, gross_minor::text as gross from payouts where id = any ($1)',
        [result.value.payoutIds],
      )
      for (const { id, gross: part } of sums) model.payouts.push({ creator, gross: BigInt(part), open: true, id })
    },
  })

const cancel = (nth: number) =>
  command('cancel a payout', {
    when: (model) => model.payouts.length > 0,
    run: async (model, real) => {
      const one = model.payouts[nth % model.payouts.length]!
      const other = await cancelPayout(real.world.creators[one.creator === 0 ? 1 : 0], one.id)
      expectKind(other, 'not_there')
      const result = await cancelPayout(real.world.creators[one.creator], one.id)
      if (!one.open) return expectKind(result, 'too_late')
      expectKind(result, 'ok')
      one.open = false
      model.pay(one.creator, -one.gross)
    },
  })

const sendPayouts = (fails: boolean) =>
  command(fails ? 'send payouts, refused' : 'send payouts', {
    when: (model) => model.payouts.some((payout) => payout.open),
    run: async (model, real) => {
      if (fails) await real.town.scenario('T15', {}, 1)
      await runSweep('send payouts')
      for (const seconds of [120, 1_800]) {
        await real.town.advance(seconds)
        model.nowMs += seconds * 1_000
        await runSweep('send payouts')
      }
      const states = await real.town.all<{ id: string; state: string }>(
        'select id, state from payouts where id = any ($1)',
        [model.payouts.map(({ id }) => id)],
      )
      for (const { id, state } of states) {
        const one = model.payouts.find((payout) => payout.id === id)!
        if (!one.open || state === 'pending') continue
        one.open = false
        if (state === 'failed') model.pay(one.creator, -one.gross)
      }
    },
  })

const SECOND_PERSON_ABOVE_MINOR = 20_000_000n

function onlyOne(answers: readonly { ok: boolean }[]): void {
  const succeeded = answers.filter((answer) => answer.ok).length
  if (succeeded !== 1) throw new Error(`${succeeded} of ${answers.length} decisions at once succeeded`)
}

const refund = (nth: number) =>
  command('refund to the wallet', {
    when: (model) => model.purchases.length > 0,
    run: async (model, real) => {
      const one = model.purchases[nth % model.purchases.length]!
      const wish = { purchaseId: one.id, note: 'It was not what was promised.', destination: 'wallet' } as const
      expectKind(await askRefund(real.world.fans[one.fan === 0 ? 1 : 0], wish), 'not_found')
      const asked = await askRefund(real.world.fans[one.fan], wish)
      if (one.refunded === one.price) return expectKind(asked, 'nothing_to_ask')
      expectKind(asked, 'ok')
      invariant(asked.ok, 'said above')
      const grant = { kind: 'grant', amountMinor: one.price, ends: true, note: 'Looked at and agreed.' } as const
      expectKind(await decideRefund(real.world.staff.support, asked.value.refundId, grant), 'not_permitted')
      const tooMuch = { ...grant, amountMinor: one.price + 100n }
      expectKind(await decideRefund(real.world.staff.earnings, asked.value.refundId, tooMuch), 'wrong_amount')
      const { refundId } = asked.value
      onlyOne(await Promise.all([1, 2].map(() => decideRefund(real.world.staff.earnings, refundId, grant))))
      if (one.price > SECOND_PERSON_ABOVE_MINOR) {
        expectKind(await secondRefund(real.world.staff.earnings, refundId, true), 'not_permitted')
        onlyOne(await Promise.all([1, 2].map(() => secondRefund(real.world.staff.super, refundId, true))))
      }
      model.refund(one)
    },
  })

const who = fc.constantFrom<Who>(0, 1)
const post = fc.nat(POST_PRICES_MINOR.length - 1)
const nth = fc.nat(20)
const shillings = fc.constantFrom(1_000, 5_000, 25_000, 60_000, 200_000)
const tips = fc.oneof(
  { arbitrary: fc.constantFrom(100_000n, 1_000_000n, 2_500_000n, 123_400n), weight: 4 },
  { arbitrary: fc.constantFrom(0n, -500_000n, 150_050n, 1n), weight: 1 },
)

/** Every step of a history, and how often it stands to be drawn: what needs something first is drawn more often, what asks the gateway less. */
const WEIGHTED: readonly [number, fc.Arbitrary<Command>][] = [
  [
    1,
    fc.tuple(who, shillings, fc.constantFrom('look', 'twice', 'sweep')).map(([fan, sum, how]) => topUp(fan, sum, how)),
  ],
  [1, fc.constant(topUp(1, 200_000, 'look'))],
  [2, who.map(declined)],
  [4, fc.tuple(who, post).map(([creator, nthPost]) => unlock(creator, nthPost))],
  [2, fc.tuple(who, post).map(([creator, nthPost]) => unlockByGateway(creator, nthPost))],
  [4, fc.tuple(who, tips).map(([creator, amount]) => tip(creator, amount))],
  [2, fc.constant(sameFormAgain)],
  [3, fc.constant(overspend(0))],
  [2, who.map(subscribe)],
  [7, fc.tuple(who, fc.constantFrom(0, 1_000, 10_000, 50_000)).map(([fan, sum]) => hold(fan, sum))],
  [13, fc.tuple(nth, who).map(([index, creator]) => release(index, creator))],
  [13, nth.map(giveBack)],
  [5, who.map(holdTwice)],
  [3, fc.integer({ min: 1, max: 9 }).map(advance)],
  [2, fc.constant(advance(8))],
  [2, fc.constant(fold)],
  [9, who.map(payOut)],
  [6, nth.map(cancel)],
  [16, fc.constant(sendPayouts(false))],
  [18, fc.constant(sendPayouts(true))],
  [4, nth.map(refund)],
]

export const COMMANDS: fc.Arbitrary<Command>[] = WEIGHTED.flatMap(([weight, arbitrary]) =>
  Array.from({ length: weight }, () => arbitrary),
)
