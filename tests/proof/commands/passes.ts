import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import type { ProductOrder } from '#app/domain/products/registry.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { chooseRenewal } from '#app/domain/subscriptions/choose-renewal.server.ts'
import { runTask } from '#app/jobs.server.ts'
import { now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { aStart } from '#tests/support/payments.ts'
import type { Fan, Model, Who } from '../model.ts'
import { type Sale, dayOf, mondayOf, startOf } from '../model-parts.ts'
import { command, DAY_MS, expectKind, form, onlyOne, pass, payInto, type Real, settle } from './step.ts'

const PRICE_MINOR = 18_000_000n

function monthly(promo?: string): Extract<ProductOrder, { kind: 'pass' }> {
  return { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: true, ...(promo ? { promo } : {}) }
}

/** A promo code for one step, for so many uses. */
async function aCode(real: Real, percentage: number, uses: number): Promise<string> {
  const id = newId()
  const code = `P${id.replaceAll('-', '').slice(-20).toUpperCase()}`
  await real.fixture.owner().query(
    `insert into promo_codes (id, code, discount_percentage, expires_at, usage_limit, country_restrictions, applicable_plans, is_active)
     values ($1, $2, $3, app_now() + interval '1 day', $4, '{}', '{}', true)`,
    [id, code, percentage, uses],
  )
  return code
}

/** A percentage off, half a shilling up. */
function lessOf(percentage: number): bigint {
  return (((PRICE_MINOR / 100n) * BigInt(100 - percentage) + 50n) / 100n) * 100n
}

/** When it starts and ends is the subject of other tests. */
async function noteBought(model: Model, real: Real, sale: Sale): Promise<void> {
  const { starts, ends } = await real.fixture.one<{ starts: Date; ends: Date }>(
    'select starts_at as starts, expires_at as ends from subscriptions where purchase_id = $1',
    [sale.id],
  )
  model.buyPass(sale, { startsAt: starts.getTime(), endsAt: ends.getTime() })
}

export const buyPass = (fan: Fan) =>
  command('a pass through the gateway', {
    description: `${fan}`,
    run: async (model, real) => {
      const { id, txRef } = await payInto(real, fan, monthly(), 'twice')
      await noteBought(model, real, { fan, price: PRICE_MINOR, from: 'gateway', id, txRef })
    },
  })

export const passWithCode = (fan: Fan, percentage: number) =>
  command('a pass with a promo code', {
    description: `${fan}, ${percentage}`,
    run: async (model, real) => {
      const code = await aCode(real, percentage, 2)
      const { id, txRef } = await payInto(real, fan, monthly(code), 'check')
      await noteBought(model, real, { fan, price: lessOf(percentage), from: 'gateway', id, txRef })
      const person = real.world.fans[fan]
      // Once per person, however many uses are left.
      expectKind(await placeOrder(person, aStart({ email: person.email, product: monthly(code) })), 'promo_refused')
    },
  })

export const lastUse = command('two with the last use of a promo code', {
  run: async (model, real) => {
    const code = await aCode(real, 50, 1)
    const start = (fan: Fan) => {
      const person = real.world.fans[fan]
      return placeOrder(person, aStart({ email: person.email, product: monthly(code) }))
    }
    const answers = await Promise.all([start(2), start(3)])
    onlyOne(answers)
    const [winner, loser]: [Fan, Fan] = answers[0].ok ? [2, 3] : [3, 2]
    const won = answers.find((answer) => answer.ok)
    invariant(won?.ok, 'counted above')
    const { id, txRef } = await settle(real, won.value.reference, 'check')
    await noteBought(model, real, { fan: winner, price: lessOf(50), from: 'gateway', id, txRef })
    expectKind(await start(loser), 'promo_refused')
  },
})

export const renewByHand = command('a pass from the wallet', {
  run: async (model, real) => {
    const input = form(monthly())
    const answers = await Promise.all([1, 2].map(() => placeOrder(real.world.fans[2], input)))
    const expected = model.wallet[2] < PRICE_MINOR ? 'balance_too_small' : 'ok'
    for (const answer of answers) expectKind(answer, expected)
    const [first] = answers
    if (first!.ok)
      await noteBought(model, real, { fan: 2, price: PRICE_MINOR, from: 'wallet', id: first!.value.reference })
  },
})

const BEFORE_THE_END_MS = 5 * 3_600_000
/** Each time a little later, so that no other term of thirty days ends at the same moment: which comes first would be random. */
const LATER_MS = 7 * 60_000

/** The end of the newest term: the right date is the subject of other tests. */
async function newestEnd(real: Real): Promise<number> {
  const { ends } = await real.fixture.one<{ ends: Date | null }>(
    `select max(expires_at) as ends from subscriptions where user_id = $1 and status = 'active'`,
    [real.world.fans[2].id],
  )
  return ends?.getTime() ?? 0
}

export const renewByItself = command('a pass renews itself from the wallet', {
  when: (model) => model.passes.some((one) => one.fan === 2 && !one.ended),
  run: async (model, real) => {
    const choice = { mode: 'automatic', shownMinor: PRICE_MINOR, country: 'UG' } as const
    expectKind(await chooseRenewal(real.world.fans[2], choice), 'ok')
    const before = BEFORE_THE_END_MS - model.passes.length * LATER_MS
    const left = (await newestEnd(real)) - before - now().getTime()
    if (left > 0) await pass(model, real, left)
    await Promise.all([1, 2].map(() => runTask('renew passes from wallets')))
    const isTime = left > -before - DAY_AFTER_MS
    if (!isTime || model.wallet[2] < PRICE_MINOR) return
    const { id } = await real.fixture.one<{ id: string }>(
      `select id from purchases where buyer_id = $1 and kind = 'pass' order by created_at desc, id desc limit 1`,
      [real.world.fans[2].id],
    )
    await noteBought(model, real, { fan: 2, price: PRICE_MINOR, from: 'wallet', id })
  },
})

const DAY_AFTER_MS = 86_400_000

/** Each Monday of a fixture at another second, by a step that no other wait adds up to, as with its Fridays. */
const MONDAY_STEP_MS = 43_000
const MAX_MONDAYS = 80
let mondays = 0

export type View = { fan: Fan; creator: Who; daysBefore: number }

/**
 * Fans view creators on some days, one starts or stops following, and the weeks until the next Monday are shared. The first fan views with
 * access that was granted, which counts for nothing.
 */
export const shareWeeks = (views: readonly View[], follow: { fan: Fan; creator: Who } | null) =>
  command('weeks of passes are shared', {
    description: `${views.map(({ fan, creator, daysBefore }) => `+${daysBefore} ${fan}>${creator}`).join(' ')}${follow ? `, ${follow.fan} follows ${follow.creator}` : ''}`,
    run: async (model, real) => {
      if (follow) await toggleFollow(model, real, follow)
      for (const { fan, creator, daysBefore } of views) {
        if (daysBefore > 0) await pass(model, real, daysBefore * DAY_MS)
        await recordUse(real.world.fans[fan].id, real.world.creators[creator].id)
        model.uses.push({ fan, creator, day: dayOf(now().getTime()) })
      }
      mondays = (mondays + 1) % MAX_MONDAYS
      const monday = startOf(mondayOf(dayOf(now().getTime())) + 7)
      await pass(model, real, monday - now().getTime() + 600_000 + mondays * MONDAY_STEP_MS)
      const at = now().getTime()
      // The second caller waits or is refused by the database; the last one finds nothing to do.
      await Promise.allSettled([1, 2].map(() => runTask('share passes')))
      await runTask('share passes')
      model.shareWeeks(at)
    },
  })

async function toggleFollow(model: Model, real: Real, { fan, creator }: { fan: Fan; creator: Who }): Promise<void> {
  const ids = [real.world.fans[fan].id, real.world.creators[creator].id]
  const before = model.follows.length
  model.follows = model.follows.filter((one) => one.fan !== fan || one.creator !== creator)
  if (model.follows.length < before) {
    await real.fixture.owner().query('delete from follows where fan_id = $1 and creator_id = $2', ids)
    return
  }
  await real.fixture.owner().query('insert into follows (fan_id, creator_id) values ($1, $2)', ids)
  model.follows.push({ fan, creator, at: now().getTime() })
}
