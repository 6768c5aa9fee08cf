import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findPass } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { createPromoCode } from '#app/domain/promotions/create-promo-code.server.ts'
import { addPlan } from '#app/domain/subscriptions/add-plan.server.ts'
import { chooseRenewal } from '#app/domain/subscriptions/choose-renewal.server.ts'
import { endOfTerm, type LengthUnit } from '#app/domain/subscriptions/plan-length.ts'
import { listStoredPlans } from '#app/domain/subscriptions/plans-admin-queries.server.ts'
import { findNewestPass, findRenewal } from '#app/domain/subscriptions/queries.server.ts'
import { remindersBefore } from '#app/domain/subscriptions/renewal.ts'
import { remindOfEnds } from '#app/domain/subscriptions/remind-of-ends.server.ts'
import { retirePlan } from '#app/domain/subscriptions/retire-plan.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { newId } from '#app/platform/id.ts'
import * as renewPage from '#app/web/fan/renew-pass.tsx'
import { typedPlan } from '#tests/support/plans.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { renewPasses } from './renew-passes.server.ts'
import { type GatewayOrder, placeOrder } from './place-order.server.ts'

const fixture = usePaymentFixture({ max: 20 })
let owner: Person

beforeAll(async () => {
  owner = await fixture.person({ userType: 'owner', staffRole: 'owner' })
})
beforeEach(async () => {
  await fixture.owner()
    .query(`update subscription_plans set retired_at = app_now(), is_active = false, is_featured = false
    where name not in ('monthly', 'annual')`)
})

/** A plan on sale; returns its name in payments. */
async function aPlan(count: number, unit: LengthUnit, shillings = 60_000): Promise<string> {
  const added = await addPlan(owner, {
    id: newId(),
    typed: {
      ...typedPlan({ display_name: `${count} ${unit}`, price_ugx: String(shillings), price_usd: '16.35' }),
      length_count: String(count),
      length_unit: unit,
    },
  })
  if (!added.ok) throw new Error(JSON.stringify(added.refusal))
  return added.value.name
}

async function retire(plan: string): Promise<void> {
  const { version } = (await listStoredPlans()).find(({ name }) => name === plan)!
  expect(await retirePlan(owner, { plan, version })).toMatchObject({ ok: true })
}

const pass = (plan: string, more: object = {}) =>
  ({ kind: 'pass', plan, currency: 'UGX', renewal: false, ...more }) as const

async function pay(fan: Person, input: GatewayOrder): Promise<string> {
  const result = await placeOrder(fan, input)
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  await fixture.pay(result.value.reference, 'approve')
  return result.value.reference
}

const buy = (fan: Person, product: GatewayOrder['product']) => pay(fan, aStart({ email: fan.email, product }))

async function nowAt(): Promise<Date> {
  return (await fixture.one<{ at: Date }>('select app_now() as at')).at
}

async function goTo(end: Date, hoursBefore: number): Promise<void> {
  await fixture.advance(Math.round((end.getTime() - (await nowAt()).getTime()) / 1_000 - hoursBefore * 3_600))
}

/** The mails about ends, oldest first. */
async function notified(fan: Person): Promise<string[]> {
  const mails = await mailsTo(fan.email, 'pass_ending', 'pass_ended', 'pass_not_renewed')
  return mails.map(({ name, days, price, fromWallet, reason, planName }) =>
    [planName, name === 'pass_ending' ? `ends in ${String(days)}` : name, price ?? 'unsold', fromWallet, reason]
      .filter(Boolean)
      .join(' '),
  )
}

describe('a pass of a plan that the owner added', () => {
  test.each([
    [10, 'day'],
    [1, 'week'],
    [3, 'month'],
    [2, 'year'],
  ] as const)(
    'SUB-06a PAY-06 %i %s, paid by mobile money, is open to its end, and a renewal follows it',
    async (count, unit) => {
      const plan = await aPlan(count, unit)
      const fan = await fixture.person()
      const reference = await buy(fan, pass(plan))
      expect(reference).toMatch(new RegExp(`^peach_pass_${plan}_\\d{13}_[0-9a-f]{32}$`))
      const [first] = await fixture.all<{ starts_at: Date; expires_at: Date; deferred_minor: bigint }>(
        'select starts_at, expires_at, deferred_minor from subscriptions where user_id = $1',
        [fan.id],
      )
      expect(first!.expires_at).toEqual(endOfTerm(first!.starts_at, { count, unit }))
      expect(String(first!.deferred_minor)).toBe('6000000')
      expect((await findPass(fan.id))!.endsAt).toEqual(first!.expires_at)
      await buy(fan, pass(plan, { renewal: true }))
      expect((await findPass(fan.id))!.endsAt).toEqual(endOfTerm(first!.expires_at, { count, unit }))
      expect(await findNewestPass(fan.id)).toMatchObject({ planName: plan, displayName: `${count} ${unit}` })
    },
  )

  test('SUB-06b a fan switches from a short plan to a long one, which starts when the short one ends', async () => {
    const [week, quarter] = [await aPlan(1, 'week'), await aPlan(3, 'month', 450_000)]
    const fan = await fixture.person()
    await buy(fan, pass(week))
    const { endsAt } = (await findPass(fan.id))!
    await buy(fan, pass(quarter, { renewal: true }))
    expect((await findPass(fan.id))!.endsAt).toEqual(endOfTerm(endsAt!, { count: 3, unit: 'month' }))
  })

  test('SUB-08 in dollars: the pass has the same end, and its money is exchanged', async () => {
    const plan = await aPlan(10, 'day')
    const fan = await fixture.person()
    const card = { name: 'A Fan', email: fan.email, phone: '+256772123456', method: 'card' } as GatewayOrder['payer']
    await pay(fan, aStart({ payer: card, product: pass(plan, { currency: 'USD' }) }))
    const row = await fixture.one<{ starts_at: Date; expires_at: Date; deferred_minor: bigint }>(
      'select starts_at, expires_at, deferred_minor from subscriptions where user_id = $1',
      [fan.id],
    )
    expect(row.expires_at).toEqual(endOfTerm(row.starts_at, { count: 10, unit: 'day' }))
    expect(String(row.deferred_minor)).toBe('6000500')
  })

  test('SUB-04c a code for one plan is refused for another, and takes its part off the one', async () => {
    const [week, quarter] = [await aPlan(1, 'week'), await aPlan(3, 'month', 450_000)]
    const made = await createPromoCode(owner, {
      code: 'QUARTER10',
      discount: '10',
      ends: '2190-01-01T00:00',
      limit: '',
      description: '',
      plans: [quarter],
      countries: [],
    })
    expect(made).toMatchObject({ ok: true })
    const fan = await fixture.person()
    const refused = await placeOrder(fan, aStart({ email: fan.email, product: pass(week, { promo: 'QUARTER10' }) }))
    expect(refused).toEqual({ ok: false, refusal: { kind: 'promo_refused', reason: 'other_plan' } })
    await buy(fan, pass(quarter, { promo: 'QUARTER10' }))
    const { amount_minor } = await fixture.one<{ amount_minor: bigint }>(
      'select amount_minor from purchases where buyer_id = $1',
      [fan.id],
    )
    expect(String(amount_minor)).toBe('40500000')
  })

  test('SUB-06 automatic renewal holds for the plan that was agreed to: a pass of another, cheaper plan is not renewed', async () => {
    const [dear, cheap] = [await aPlan(3, 'month', 450_000), await aPlan(1, 'week')]
    const fan = await fixture.person()
    await buy(fan, { kind: 'wallet_top_up', amountMinor: 50_000_000n, restMinor: 0n })
    await buy(fan, pass(dear))
    const agreed = { mode: 'automatic', shownMinor: 45_000_000n, country: 'UG' } as const
    expect(await chooseRenewal(fan, agreed)).toMatchObject({ ok: true })
    expect((await findRenewal(fan.id)).mode).toBe('automatic')
    await buy(fan, pass(cheap, { renewal: true }))
    expect((await findRenewal(fan.id)).mode).toBe('by_hand')
    const end = (await findPass(fan.id))!.endsAt!
    await goTo(end, 5)
    await renewPasses()
    expect((await findPass(fan.id))!.endsAt).toEqual(end)
    expect((await walletBalance(fan.id)).amountMinor).toBe(50_000_000n)
  })

  test('SUB-06 a page that announced a pass from now on buys no second term after another tab has bought one', async () => {
    const fan = await fixture.person()
    await buy(fan, { kind: 'wallet_top_up', amountMinor: 50_000_000n, restMinor: 0n })
    const pages = [aBrowser(fan), aBrowser(fan)]
    const offers = await Promise.all(
      pages.map(async (page) => (await page.call(renewPage, '/subscription/renew?plan=monthly')).data['offer']),
    )
    const answers = []
    for (const [index, page] of pages.entries()) {
      const { action, attempt, shownMinor } = offers[index] as Record<'action' | 'attempt' | 'shownMinor', string>
      answers.push(await page.call(renewPage, action, { form: { attempt, shown: shownMinor } }))
    }
    expect(answers.map(({ location }) => location)).toEqual([
      '/subscription',
      expect.not.stringMatching(/^\/subscription$/),
    ])
    expect((await walletBalance(fan.id)).amountMinor).toBe(32_000_000n)
    // The page of a holder says when the next term starts, and buys it.
    const next = await pages[0]!.call(renewPage, '/subscription/renew?plan=monthly')
    expect((next.data['offer'] as { action: string }).action).toContain('renewal=1')
  })

  test('SUB-06 whoever buys a day is not reminded of its end, only told when it is over', async () => {
    const day = await aPlan(1, 'day')
    const fan = await fixture.person()
    await buy(fan, pass(day))
    const end = (await findPass(fan.id))!.endsAt!
    for (const hours of [23, 5, 0.5]) {
      await goTo(end, hours)
      await remindOfEnds()
    }
    expect(await notified(fan)).toEqual([])
    await goTo(end, -1)
    await remindOfEnds()
    expect(await notified(fan)).toEqual(['1 day pass_ended UGX\u00a060,000'])
  })

  test.each([
    [1, '', []],
    [3, '1 day', ['pass_ending']],
    [4, '3 days and 1 day', ['pass_ending', 'pass_ending']],
  ] as const)(
    'SUB-06 whoever holds a pass of %i days reads on /subscription of the reminders that come: %o',
    async (days, promised, sent) => {
      const plan = await aPlan(days, 'day')
      const fan = await fixture.person()
      await buy(fan, pass(plan))
      const { endsAt: end, knownAt } = (await findNewestPass(fan.id))!
      expect(remindersBefore(end, knownAt)).toBe(promised)
      for (const hours of [72, 24].filter((each) => each < days * 24)) {
        await goTo(end, hours)
        await remindOfEnds()
      }
      expect((await mailsTo(fan.email, 'pass_ending')).map(({ name }) => name)).toEqual(sent)
    },
  )

  test('SUB-06 a week that was bought two days before the end of another is reminded of like any other', async () => {
    const week = await aPlan(1, 'week')
    const fan = await fixture.person()
    await buy(fan, pass(week))
    const first = (await findPass(fan.id))!.endsAt!
    await goTo(first, 48)
    await buy(fan, pass(week, { renewal: true }))
    await remindOfEnds()
    const end = (await findPass(fan.id))!.endsAt!
    for (const hours of [71, 23]) {
      await goTo(end, hours)
      await remindOfEnds()
    }
    expect(await notified(fan)).toEqual(['1 week ends in 3 UGX\u00a060,000', '1 week ends in 1 UGX\u00a060,000'])
  })
})

describe('a retired plan', () => {
  test('SUB-06 ADMIN-03 its passes run on and are counted, and nobody buys or renews it', async () => {
    const plan = await aPlan(3, 'month')
    const fan = await fixture.person()
    await buy(fan, pass(plan))
    const held = await findPass(fan.id)
    await retire(plan)
    expect(await findPass(fan.id)).toEqual(held)
    expect((await listStoredPlans()).find(({ name }) => name === plan)).toMatchObject({ activePasses: 1 })
    const stranger = await fixture.person()
    for (const [who, renewal] of [
      [stranger, false],
      [fan, true],
    ] as const)
      expect(await placeOrder(who, aStart({ email: who.email, product: pass(plan, { renewal }) }))).toEqual({
        ok: false,
        refusal: { kind: 'not_for_sale' },
      })
    expect(await chooseRenewal(fan, { mode: 'automatic', shownMinor: 6_000_000n, country: 'UG' })).toMatchObject({
      refusal: { kind: 'not_for_sale' },
    })
    await buy(fan, pass('monthly', { renewal: true }))
    expect((await findPass(fan.id))!.endsAt).toEqual(endOfTerm(held!.endsAt!, { count: 1, unit: 'month' }))
  })

  test('SUB-06 ADMIN-03 a payment that had begun is granted at its price and length', async () => {
    const plan = await aPlan(10, 'day')
    const fan = await fixture.person()
    const started = await placeOrder(fan, aStart({ email: fan.email, product: pass(plan) }))
    await retire(plan)
    await fixture.pay(started.ok ? started.value.reference : '', 'approve')
    const row = await fixture.one<{ starts_at: Date; expires_at: Date }>(
      'select starts_at, expires_at from subscriptions where user_id = $1',
      [fan.id],
    )
    expect(row.expires_at).toEqual(endOfTerm(row.starts_at, { count: 10, unit: 'day' }))
  })

  test('SUB-06 ADMIN-03 its renewal from the wallet takes nothing; the fan is told before and at the end to choose another', async () => {
    const plan = await aPlan(10, 'day')
    const fan = await fixture.person()
    await buy(fan, pass(plan))
    await buy(fan, { kind: 'wallet_top_up', amountMinor: 40_000_000n, restMinor: 0n })
    expect(await chooseRenewal(fan, { mode: 'automatic', shownMinor: 6_000_000n, country: 'UG' })).toMatchObject({
      ok: true,
    })
    const end = (await findPass(fan.id))!.endsAt!
    await retire(plan)
    for (const hours of [71, 23, 5, 1]) {
      await goTo(end, hours)
      await remindOfEnds()
      expect(await renewPasses()).toBe(0)
    }
    expect(await walletBalance(fan.id)).toEqual({ amountMinor: 40_000_000n, currency: 'UGX' })
    expect((await findPass(fan.id))!.endsAt).toEqual(end)
    expect(await notified(fan)).toEqual([
      '10 day ends in 3 unsold',
      '10 day ends in 1 unsold',
      '10 day pass_not_renewed unsold not_sold',
    ])
  })
})
