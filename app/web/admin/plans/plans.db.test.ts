import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { createPromoCode } from '#app/domain/promotions/create-promo-code.server.ts'
import { switchPromoCode } from '#app/domain/promotions/switch-promo-code.server.ts'
import { addPlanFeature } from '#app/domain/subscriptions/add-plan-feature.server.ts'
import { changePlanFeature } from '#app/domain/subscriptions/change-plan-feature.server.ts'
import { movePlanFeature } from '#app/domain/subscriptions/move-plan-feature.server.ts'
import { listStoredFeatures, listStoredPlans } from '#app/domain/subscriptions/plans-admin-queries.server.ts'
import { findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import { updatePlan } from '#app/domain/subscriptions/update-plan.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { newId } from '#app/platform/id.ts'
import { typedPlan } from '#tests/support/plans.ts'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import * as featuresRoute from './features.tsx'
import * as plansRoute from './plans.tsx'
import type { PlansPage } from './plans-view.tsx'
import * as promoRoute from './promo-codes.tsx'
import type { PromoPage } from './promo-view.tsx'

const { owner } = useDatabase()
let admin: Person

beforeAll(async () => {
  admin = { ...(await makePerson('admin')), staffRole: 'super-admin' }
})
beforeEach(async () => {
  await owner().query('delete from promo_codes')
})

const FORM = {
  display_name: 'Monthly',
  price_ugx: '180,000',
  price_usd: '4.99',
  currency: 'UGX',
  discount: '0',
  discount_ends: '',
  active: 'on',
}
const PROMO = {
  code: 'xmas25',
  discount: '25',
  ends: '2190-12-26T23:59',
  limit: '200',
  description: 'Christmas week',
  plan_monthly: 'on',
}

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

async function monthly() {
  return (await listStoredPlans()).find(({ name }) => name === 'monthly')!
}

async function save(change: Record<string, string>, version?: number) {
  const form = { ...FORM, version: String(version ?? (await monthly()).version), ...change }
  return aBrowser(admin).call(plansRoute, '/admin/plans?edit=monthly', { form })
}

async function events(kind: string): Promise<{ event: string; detail: Record<string, unknown>; actor_id: string }[]> {
  const { rows } = await owner().query(
    'select event, detail, actor_id from activity where object_kind = $1 order by at, id',
    [kind],
  )
  return rows as never
}

describe('ADMIN-03 plans', () => {
  test('ADMIN-03a a change is saved, shows the quoted toast, is recorded with old and new values, and is on sale immediately', async () => {
    const done = await save({ price_ugx: '170,000', discount: '10', country_UG: 'on' })
    expect(done).toMatchObject({
      status: 303,
      location: '/admin/plans',
      toast: { description: 'Subscription plan updated successfully' },
    })
    expect((await findPlansForSale()).plans[0]).toMatchObject({ priceUgx: 17_000_000n, discountPercentage: 10 })
    const [change] = (await events('plan')).slice(-1)
    expect(change).toMatchObject({ event: 'plan_updated', actor_id: admin.id })
    // The record is never rewritten, so its keys stay: the history below shows changes of earlier versions too.
    expect(change!.detail.words).toContain('Discount 0% to 10%')
    expect(JSON.parse(change!.detail.from as string)).toMatchObject({ priceUgx: '18000000', discountPercentage: 0 })
    expect(JSON.parse(change!.detail.to as string)).toMatchObject({ priceUgx: '17000000', countries: ['UG'] })
    const page = (await aBrowser(admin).call(plansRoute, '/admin/plans')).data as unknown as PlansPage
    expect(page.state === 'open' && page.changes[0]!.summary).toContain('Discount 0% to 10%')
    await save({})
  })

  test('ADMIN-03 if two admins edit a plan at once, the second gets a conflict and nothing of theirs is stored', async () => {
    const { version } = await monthly()
    const answers = await Promise.all([
      save({ display_name: 'First' }, version),
      save({ display_name: 'Second' }, version),
    ])
    expect(statuses(answers)).toEqual([303, 409])
    const loser = answers.find(({ status }) => status === 409)!
    expect(JSON.stringify(loser.data)).toContain('Somebody else has changed this')
    const { displayName } = await monthly()
    expect(['First', 'Second']).toContain(displayName)
    expect((loser.data.values as { display_name: string }).display_name).not.toBe(displayName)
    await save({})
  })

  test('ADMIN-03 only one plan is featured: featuring another moves the mark', async () => {
    await save({ featured: 'on' })
    expect((await listStoredPlans()).map(({ isFeatured }) => isFeatured)).toEqual([true, false])
    const { version } = (await listStoredPlans())[1]!
    await aBrowser(admin).call(plansRoute, '/admin/plans?edit=annual', {
      form: {
        ...FORM,
        display_name: 'Annual',
        price_ugx: '1500000',
        price_usd: '49.99',
        featured: 'on',
        version: String(version),
      },
    })
    expect((await listStoredPlans()).map(({ isFeatured }) => isFeatured)).toEqual([false, true])
  })

  test('ADMIN-03 bad input changes nothing and comes back with what was typed and an error at each field', async () => {
    const before = await monthly()
    for (const change of [
      { discount: '101' },
      { price_ugx: '-5' },
      { price_usd: '4.999' },
      { display_name: '' },
      { country_XX: 'on' },
      { display_name: 'x'.repeat(500) },
      { discount: '5', discount_ends: '1999-01-01T00:00' },
    ] as Record<string, string>[]) {
      const answer = await save(change)
      expect(answer.status).toBe(400)
      expect((answer.data.errors as { summary: unknown[] }).summary.length).toBeGreaterThan(0)
    }
    expect((await save({}, 9_999)).status).toBe(409)
    const nowhere = await aBrowser(admin).call(plansRoute, '/admin/plans?edit=weekly', {
      form: { ...FORM, version: '1' },
    })
    expect(nowhere.status).toBe(404)
    expect(await monthly()).toEqual(before)
  })

  test('ADMIN-03 an ended discount is not in the form: other fields can be saved without changing its date', async () => {
    await owner().query(
      `update subscription_plans set discount_percentage = 10, discount_expires_at = '2020-01-01' where name = 'monthly'`,
    )
    const { data } = await aBrowser(admin).call(plansRoute, '/admin/plans?edit=monthly')
    const page = data as unknown as Extract<PlansPage, { state: 'open' }>
    expect(page.form!.typed).toMatchObject({ discount: '0', discount_ends: '' })
    const { active: _, featured: __, countries: ___, ...typed } = page.form!.typed
    expect((await save({ ...typed, display_name: 'Month' })).status).toBe(303)
    await save({})
  })

  test('ADMIN-03 the amber warning shows where the prices differ by more than 20 percent', async () => {
    const read = async () => (await aBrowser(admin).call(plansRoute, '/admin/plans')).data as unknown as PlansPage
    const first = await read()
    expect(first.state === 'open' && first.gaps[0]).toMatchObject({ title: 'Monthly: the two prices differ by 90%' })
    await save({ price_usd: '49' })
    const second = await read()
    expect(second.state === 'open' && second.gaps.map(({ name }) => name)).toEqual(['annual'])
    await save({})
  })
})

describe('ADMIN-03 ADMIN-13 features', () => {
  const add = (form: Record<string, string>, plan = 'monthly') =>
    aBrowser(admin).call(featuresRoute, `/admin/plans/features?add=${plan}`, { form })
  const change = (featureId: string, decision: 'text' | 'place' | 'switch', form: Record<string, string>) =>
    aBrowser(admin).call(featuresRoute, toAdmin.planFeature(featureId, decision), { form, params: { featureId } })
  const monthlyFeatures = async () => {
    const { id } = await monthly()
    return (await listStoredFeatures()).filter(({ planId }) => planId === id)
  }
  const onSale = async () => (await findPlansForSale()).plans[0]!.features.map(({ text }) => text)

  test('ADMIN-03 a feature is added, changed and moved, and the plan on sale shows it', async () => {
    expect(await add({ text: 'Stories', icon: 'images' })).toMatchObject({
      status: 303,
    })
    expect((await onSale()).at(-1)).toBe('Stories')
    const added = (await monthlyFeatures()).at(-1)!
    await change(added.id, 'text', { version: '1', text: 'Daily stories', icon: 'sparkles' })
    await change(added.id, 'place', { version: '2', direction: 'up' })
    expect((await onSale()).at(-2)).toBe('Daily stories')
    // The same request again has an old version and is refused.
    expect(await change(added.id, 'place', { version: '2', direction: 'up' })).toMatchObject({
      toast: { title: 'Error' },
    })
    expect((await onSale()).at(-2)).toBe('Daily stories')
    expect((await events('plan_feature')).map(({ event }) => event)).toEqual([
      'plan_feature_added',
      'plan_feature_changed',
      'plan_feature_moved',
    ])
  })

  test('ADMIN-13b a feature is switched off and on', async () => {
    const [first] = await monthlyFeatures()
    await change(first!.id, 'switch', { version: String(first!.version), on: 'off' })
    expect(await onSale()).not.toContain(first!.text)
    await change(first!.id, 'switch', { version: String(first!.version + 1), on: 'on' })
    expect((await onSale())[0]).toBe(first!.text)
  })

  test('ADMIN-03 the first feature cannot move up, the last cannot move down, and their number is limited', async () => {
    const features = await monthlyFeatures()
    const [first, last] = [features[0]!, features.at(-1)!]
    expect(await change(first.id, 'place', { version: String(first.version), direction: 'up' })).toMatchObject({
      toast: { description: 'This feature can\u2019t move further.' },
    })
    expect(await change(last.id, 'place', { version: String(last.version), direction: 'down' })).toMatchObject({
      toast: { title: 'Error' },
    })
    for (let count = features.length; count < 12; count += 1)
      expect(await add({ text: `Line ${count}`, icon: 'check' })).toMatchObject({
        toast: { title: 'Saved' },
      })
    expect(await add({ text: 'One too many', icon: 'check' })).toMatchObject({
      toast: { title: 'Error' },
    })
  })

  test('ADMIN-03 bad input is refused with an error message', async () => {
    expect((await add({ text: '', icon: 'skull' })).status).toBe(400)
    const [feature] = await monthlyFeatures()
    const version = String(feature!.version)
    for (const answer of [
      await change(feature!.id, 'switch', { version, on: 'maybe' }),
      await change(feature!.id, 'switch', { version }),
      await change(feature!.id, 'place', { version }),
      await change('x', 'text', { version: '1', text: 'A', icon: 'check' }),
      await change(newId(), 'switch', { version: '1', on: 'off' }),
      await change(feature!.id, 'switch', { version: 'x', on: 'off' }),
      await add({ text: 'A', icon: 'check' }, 'weekly'),
    ])
      expect(answer).toMatchObject({ status: 303, location: '/admin/plans/features', toast: { title: 'Error' } })
  })
})

describe('ADMIN-03 ADMIN-13 promo codes', () => {
  const call = (form: Record<string, string>) =>
    aBrowser(admin).call(promoRoute, '/admin/plans/promo-codes?new=1', { form })
  const turn = (promoCodeId: string, on: string) =>
    aBrowser(admin).call(promoRoute, toAdmin.promoCodeSwitch(promoCodeId), { form: { on }, params: { promoCodeId } })
  const page = async () =>
    (await aBrowser(admin).call(promoRoute, '/admin/plans/promo-codes')).data as unknown as Extract<
      PromoPage,
      { state: 'open' }
    >

  test('ADMIN-03 a code is stored in capitals, shows the quoted toast, is listed with its uses and is recorded', async () => {
    expect(await call(PROMO)).toMatchObject({
      status: 303,
      toast: { description: 'Promo code created successfully' },
    })
    expect((await page()).rows).toMatchObject([
      { code: 'XMAS25', off: '25%', appliesTo: 'Monthly', used: '0 of 200', state: 'active', on: true },
    ])
    expect((await events('promo_code')).at(-1)).toMatchObject({
      event: 'promo_code_created',
      detail: { code: 'XMAS25' },
    })
  })

  test('ADMIN-03 a code exists once, even if ten requests create it at once, in any letter case', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => call({ ...PROMO, code: index % 2 ? 'twice' : 'TWICE' })),
    )
    expect(statuses(answers)).toEqual([303, ...Array.from({ length: 9 }, () => 409)])
    expect((await page()).rows).toHaveLength(1)
  })

  test('ADMIN-13a a code is switched off and on, and filtered by its state', async () => {
    await call(PROMO)
    const [row] = (await page()).rows
    expect(await turn(row!.id, 'off')).toMatchObject({ toast: { description: 'XMAS25 is off.' } })
    expect((await page()).rows[0]).toMatchObject({ state: 'off' })
    expect((await page()).filters.map(({ count }) => count)).toEqual([0, 1, 1])
    await turn(row!.id, 'on')
    await turn(row!.id, 'on')
    expect((await page()).rows[0]).toMatchObject({ state: 'active' })
    expect((await events('promo_code')).slice(-2).map(({ event }) => event)).toEqual([
      'promo_code_switched_off',
      'promo_code_switched_on',
    ])
  })

  test('ADMIN-03 bad input creates no code', async () => {
    for (const change of [{ code: '!' }, { discount: '0' }, { ends: '' }, { limit: '-1' }] as Record<string, string>[])
      expect((await call({ ...PROMO, ...change })).status).toBe(400)
    expect(await turn('x', 'off')).toMatchObject({ status: 303, toast: { title: 'Error' } })
    expect(await turn((await page()).rows[0]?.id ?? newId(), 'what')).toMatchObject({
      status: 303,
      toast: { title: 'Error' },
    })
    expect((await page()).rows).toEqual([])
  })
})

test.each([null, ...STAFF_ROLES.filter((role) => role !== 'super-admin')])(
  'ROLE-01 ADMIN-03 %s can neither view nor change plans and codes, in the routes or in the commands',
  async (role) => {
    const actor = role === null ? await makePerson('fan') : { ...(await makePerson('admin')), staffRole: role }
    const refused = role === null ? 303 : 403
    for (const [route, path, form] of [
      [plansRoute, '/admin/plans?edit=monthly', { ...FORM, version: '1' }],
      [featuresRoute, '/admin/plans/features?add=monthly', { text: 'Mine', icon: 'check' }],
      [promoRoute, '/admin/plans/promo-codes', PROMO],
    ] as [Parameters<ReturnType<typeof aBrowser>['call']>[0], string, Record<string, string>][]) {
      expect((await aBrowser(actor).call(route, path)).status).toBe(refused)
      expect((await aBrowser(actor).call(route, path, { form })).status).toBe(refused)
    }
    const denied = { ok: false, refusal: { kind: 'not_allowed' } }
    const { version, id } = await monthly()
    const feature = (await listStoredFeatures()).find(({ planId }) => planId === id)!
    const typed = typedPlan({ display_name: 'Mine', price_ugx: '1,000', price_usd: '0.50' })
    expect(await updatePlan(actor, { plan: 'monthly', version, typed })).toEqual(denied)
    expect(await addPlanFeature(actor, { plan: 'monthly', text: 'Mine', icon: 'check' })).toEqual(denied)
    expect(
      await changePlanFeature(actor, { featureId: feature.id, version: 1, change: { kind: 'switch', on: false } }),
    ).toEqual(denied)
    expect(await movePlanFeature(actor, { featureId: feature.id, version: 1, direction: 'down' })).toEqual(denied)
    expect(
      await createPromoCode(actor, {
        code: 'MINE',
        discount: '100',
        ends: '2190-01-01T00:00',
        limit: '',
        description: '',
        plans: ['monthly'],
        countries: [],
      }),
    ).toEqual(denied)
    expect(await switchPromoCode(actor, { promoCodeId: newId(), on: true })).toEqual(denied)
  },
)
