import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { addPlan } from '#app/domain/subscriptions/add-plan.server.ts'
import { addPlanFeature } from '#app/domain/subscriptions/add-plan-feature.server.ts'
import { movePlan } from '#app/domain/subscriptions/move-plan.server.ts'
import { listStoredFeatures, listStoredPlans } from '#app/domain/subscriptions/plans-admin-queries.server.ts'
import { findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import { retirePlan } from '#app/domain/subscriptions/retire-plan.server.ts'
import { updatePlan } from '#app/domain/subscriptions/update-plan.server.ts'
import { newId } from '#app/platform/id.ts'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import * as decisionRoute from './plan-decision.ts'
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
  await owner().query(`delete from subscription_plan_features f using subscription_plans p
    where p.id = f.plan_id and p.name not in ('monthly', 'annual')`)
  await owner().query(`delete from subscription_plans where name not in ('monthly', 'annual')`)
  await owner().query(`update subscription_plans set is_active = true, retired_at = null, is_featured = name = 'annual',
    position = case name when 'monthly' then 1 else 2 end, display_name = initcap(name)`)
})

const FORM = {
  display_name: '3 months',
  length_count: '3',
  length_unit: 'month',
  price_ugx: '450,000',
  price_usd: '12.49',
  currency: 'UGX',
  discount: '0',
  discount_ends: '',
  active: 'on',
}

function add(change: Record<string, string> = {}) {
  const form = { ...FORM, plan_id: newId(), ...change }
  return aBrowser(admin).call(plansRoute, '/admin/plans?new=1', { form })
}

async function plan(name: string) {
  return (await listStoredPlans()).find((one) => one.name === name)!
}

async function open(path = '/admin/plans') {
  const { data } = await aBrowser(admin).call(plansRoute, path)
  return data as unknown as Extract<PlansPage, { state: 'open' }>
}

const retire = async (name: string, version?: number) =>
  aBrowser(admin).call(decisionRoute, `/admin/plans/${name}/retirement`, {
    params: { plan: name },
    form: { version: String(version ?? (await plan(name))?.version ?? 1) },
  })

const move = (name: string, direction: string, version: number) =>
  aBrowser(admin).call(decisionRoute, `/admin/plans/${name}/place`, {
    params: { plan: name },
    form: { version: String(version), direction },
  })

async function save(name: string, change: Record<string, string>, drop: string[] = []) {
  const { version, displayName } = await plan(name)
  const all: Record<string, string> = { ...FORM, display_name: displayName, version: String(version), ...change }
  const form = Object.fromEntries(Object.entries(all).filter(([field]) => !drop.includes(field)))
  return aBrowser(admin).call(plansRoute, `/admin/plans?edit=${name}`, { form })
}

const onSale = async () => (await findPlansForSale()).plans.map(({ name }) => name)
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

async function lastEvent() {
  const { rows } = await owner().query<{ event: string; actor_id: string; detail: Record<string, unknown> }>(
    `select event, actor_id, detail from activity where object_kind = 'plan' order by at desc, id desc limit 1`,
  )
  return rows[0]!
}

describe('ADMIN-03 adding a plan', () => {
  test('ADMIN-03 a plan of any length is on sale immediately, as the last one, with the features of the first', async () => {
    expect(await add()).toMatchObject({ status: 303, location: '/admin/plans', toast: { title: 'Plan added' } })
    const { plans } = await findPlansForSale()
    expect(plans.map(({ name }) => name)).toEqual(['monthly', 'annual', '3-months'])
    expect(plans[2]).toMatchObject({
      displayName: '3 months',
      length: { count: 3, unit: 'month' },
      priceUgx: 45_000_000n,
      priceUsd: 1_249n,
      isFeatured: false,
    })
    expect(plans[2]!.features).toEqual(plans[0]!.features)
    expect(plans[2]!.features.length).toBeGreaterThan(0)
    expect(await lastEvent()).toMatchObject({
      event: 'plan_added',
      actor_id: admin.id,
      detail: { plan: '3-months', words: 'Added, 3 months for UGX\u00a0450,000', length: '3 months' },
    })
    const page = await open()
    expect(page.rows[2]).toMatchObject({
      title: '3 months',
      about: '3 months. 0 active passes. Saves 17% over 3 months',
    })
    expect(page.changes[0]!.summary).toBe('3 months: Added, 3 months for UGX\u00a0450,000')
  })

  test('ADMIN-03 the same form sent twice, or ten times at once, adds one plan and is answered alike', async () => {
    const plan_id = newId()
    const answers = await Promise.all(Array.from({ length: 10 }, () => add({ plan_id })))
    expect(answers.every(({ toast }) => toast?.title === 'Plan added')).toBe(true)
    expect(await onSale()).toEqual(['monthly', 'annual', '3-months'])
    expect((await listStoredFeatures()).filter(({ planId }) => planId === plan_id)).toHaveLength(4)
  })

  test('ADMIN-03 of two people who add a plan with one name at once, the second is told that it exists', async () => {
    const answers = await Promise.all([add(), add({ display_name: ' 3  MONTHS ' })])
    expect(statuses(answers)).toEqual([303, 400])
    const refused = answers.find(({ status }) => status === 400)!
    expect(refused.data.errors).toMatchObject({
      summary: [{ fieldId: 'display_name', message: 'Another plan has this name' }],
    })
    expect(await onSale()).toHaveLength(3)
  })

  test('ADMIN-03 there are at most eight plans, however many are added at once; a retired one makes room', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => add({ display_name: `Plan ${index}` })))
    expect(statuses(answers)).toEqual([...Array.from({ length: 6 }, () => 303), 409, 409, 409])
    expect(await onSale()).toHaveLength(8)
    const page = await open('/admin/plans?new=1')
    expect(page).toMatchObject({ full: true, form: null })
    expect((await retire('monthly')).toast).toMatchObject({ title: 'Plan retired' })
    expect(await add({ display_name: 'The ninth' })).toMatchObject({ status: 303 })
  })

  test.each([
    [{ display_name: 'M' }, 'display_name', 'Enter a name of 2 to 40 characters'],
    [{ display_name: 'monthly' }, 'display_name', 'Another plan has this name'],
    [{ length_count: '0' }, 'length_count', 'Enter a length from 1 day to 2 years'],
    [{ length_count: '25' }, 'length_count', 'Enter a length from 1 day to 2 years'],
    [{ length_count: '3', length_unit: 'year' }, 'length_count', 'Enter a length from 1 day to 2 years'],
    [{ length_unit: 'century' }, 'length_count', 'Enter a length from 1 day to 2 years'],
    [{ price_ugx: '999' }, 'price_ugx', 'Enter whole shillings from UGX\u00a01,000 to UGX\u00a020,000,000'],
    [{ price_usd: '5001' }, 'price_usd', 'Enter dollars and cents from US$0.50 to US$5,000.00'],
    [{ discount: '101' }, 'discount', 'Enter a whole number from 0 to 100'],
    [{ country_XX: 'on' }, 'countries', 'Choose countries from the list'],
  ])('ADMIN-03 %o adds nothing, and comes back with what was typed', async (change, fieldId, message) => {
    const answer = await add(change)
    expect(answer.status).toBe(400)
    expect(answer.data.errors).toMatchObject({ summary: [{ fieldId, message }] })
    expect(answer.data.values).toMatchObject(change)
    expect(await onSale()).toEqual(['monthly', 'annual'])
  })

  test('ADMIN-03 a form without the plan that it makes is refused', async () => {
    for (const plan_id of ['', 'x', "'; drop table subscription_plans"])
      expect((await add({ plan_id })).status).toBe(404)
    expect(await onSale()).toHaveLength(2)
  })

  test('ADMIN-03 the length of a plan and its name in payments can never change', async () => {
    await add()
    await save('3-months', { length_count: '1', length_unit: 'year', display_name: 'Quarter' })
    expect(await plan('3-months')).toMatchObject({ displayName: 'Quarter', length: { count: 3, unit: 'month' } })
  })
})

describe('ADMIN-03 the order of the plans', () => {
  test('ADMIN-03 a plan moves up, the plans page follows, and the same press again changes nothing', async () => {
    await add()
    const { version } = await plan('3-months')
    expect(await move('3-months', 'up', version)).toMatchObject({ location: '/admin/plans', toast: { title: 'Saved' } })
    expect(await onSale()).toEqual(['monthly', '3-months', 'annual'])
    expect(await lastEvent()).toMatchObject({ event: 'plan_moved', detail: { words: 'From place 3 to 2' } })
    expect((await move('3-months', 'up', version)).toast).toMatchObject({ title: 'Error' })
    expect(await onSale()).toEqual(['monthly', '3-months', 'annual'])
  })

  test('ADMIN-03 two people move plans at once: each plan keeps one place', async () => {
    await add()
    const [monthly, added] = [await plan('monthly'), await plan('3-months')]
    await Promise.all([
      move('monthly', 'down', monthly.version),
      move('3-months', 'up', added.version),
      move('monthly', 'down', monthly.version),
    ])
    const { rows } = await owner().query<{ position: number }>(
      'select position from subscription_plans order by position',
    )
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3])
  })

  test('ADMIN-03 the first can’t move up, the last can’t move down, and bad input moves nothing', async () => {
    const [monthly, annual] = [await plan('monthly'), await plan('annual')]
    for (const answer of [
      await move('monthly', 'up', monthly.version),
      await move('annual', 'down', annual.version),
      await move('weekly', 'up', 1),
      await move('annual', 'sideways', annual.version),
    ])
      expect(answer).toMatchObject({ status: 303, toast: { title: 'Error' } })
    expect(await onSale()).toEqual(['monthly', 'annual'])
  })
})

describe('ADMIN-03 the featured plan', () => {
  test('ADMIN-03 SUB-08 a new plan can be featured, and takes the mark from the one that had it', async () => {
    await add({ featured: 'on' })
    expect((await listStoredPlans()).map(({ isFeatured }) => isFeatured)).toEqual([false, false, true])
    await save('annual', { featured: 'on' })
    expect((await listStoredPlans()).map(({ isFeatured }) => isFeatured)).toEqual([false, true, false])
  })
})

describe('ADMIN-03 retiring a plan', () => {
  test('ADMIN-03 a retired plan is sold no more, is listed apart, loses its mark, and stays in the history', async () => {
    await add({ featured: 'on' })
    expect(await retire('3-months')).toMatchObject({
      location: '/admin/plans',
      toast: { title: 'Plan retired', description: '3 months is no longer sold. Its passes run until they end.' },
    })
    expect(await onSale()).toEqual(['monthly', 'annual'])
    const page = await open()
    expect(page.rows.map(({ name }) => name)).toEqual(['monthly', 'annual'])
    expect(page.retired).toMatchObject([
      { title: '3 months', about: expect.stringContaining('3 months. 0 active passes. Retired') as string },
    ])
    expect(page.changes[0]!.summary).toBe('3 months: Retired')
    expect(await plan('3-months')).toMatchObject({ isActive: false, isFeatured: false })
    expect((await open('/admin/plans?edit=3-months')).form).toBeNull()
  })

  test('ADMIN-03 retired is for good: it is not edited, moved or given features, and asking again is answered alike', async () => {
    await add()
    const { version } = await plan('3-months')
    const answers = await Promise.all([retire('3-months', version), retire('3-months', version)])
    expect(answers.map(({ toast }) => toast?.title)).toEqual(['Plan retired', 'Plan retired'])
    const { rows } = await owner().query(`select from activity where event = 'plan_retired' and object_id = $1`, [
      (await plan('3-months')).id,
    ])
    expect(rows).toHaveLength(1)
    expect((await save('3-months', {})).status).toBe(404)
    expect((await move('3-months', 'up', version + 1)).toast).toMatchObject({ title: 'Error' })
    expect(await addPlanFeature(admin, { plan: '3-months', text: 'More', icon: 'check' })).toMatchObject({
      refusal: { kind: 'no_such_plan' },
    })
    await expect(
      owner().query(`update subscription_plans set is_active = true where name = '3-months'`),
    ).rejects.toThrow(/subscription_plans_retired_check/)
  })

  test('ADMIN-03 a new plan may have the name of a retired one, and another name in payments', async () => {
    await add()
    await retire('3-months')
    expect(await add({ price_ugx: '400,000' })).toMatchObject({ status: 303 })
    expect(await onSale()).toEqual(['monthly', 'annual', '3-months-2'])
  })

  test('ADMIN-03 somebody else has changed the plan meanwhile: it is not retired', async () => {
    const { version } = await plan('monthly')
    await save('monthly', { price_ugx: '190,000' })
    expect((await retire('monthly', version)).toast).toMatchObject({
      description: 'Somebody else has changed this. Check the new values, then save again.',
    })
    expect(await onSale()).toContain('monthly')
  })

  test('ADMIN-03 one plan always stays on sale: the last one is neither retired nor switched off, also at once', async () => {
    const answers = await Promise.all([retire('monthly'), retire('annual')])
    expect(answers.map(({ toast }) => toast!.title).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'Error',
      'Plan retired',
    ])
    const [left] = await onSale()
    expect(await onSale()).toEqual([left])
    expect((await retire(left!)).toast).toMatchObject({
      description: 'This is the only plan on sale. Put another one on sale first.',
    })
    expect((await save(left!, {}, ['active'])).status).toBe(409)
    const page = await open(`/admin/plans?edit=${left}`)
    expect(page.form).toMatchObject({ onlyOne: true })
    expect(await onSale()).toEqual([left])
  })

  test('ADMIN-03 two people switch off one plan each at once: one of them is refused', async () => {
    const answers = await Promise.all([save('monthly', {}, ['active']), save('annual', {}, ['active'])])
    expect(statuses(answers)).toEqual([303, 409])
    expect(await onSale()).toHaveLength(1)
  })

  test('ADMIN-03 bad input retires nothing', async () => {
    for (const answer of [await retire('weekly'), await retire('monthly', 9_999)])
      expect(answer).toMatchObject({ status: 303, toast: { title: 'Error' } })
    const call = aBrowser(admin).call(decisionRoute, '/admin/plans/monthly/retirement', {
      params: { plan: 'monthly' },
      form: { other: '1' },
    })
    expect(await call).toMatchObject({ status: 303, toast: { title: 'Error' } })
    expect(await onSale()).toHaveLength(2)
  })
})

describe('ADMIN-03 editing any plan', () => {
  test('ADMIN-03 a form that is sent twice is saved once, and both answers say so', async () => {
    const { version } = await plan('annual')
    const form = { price_ugx: '1,400,000', version: String(version) }
    expect((await save('annual', form)).toast).toMatchObject({ title: 'Saved' })
    expect((await save('annual', form)).toast).toMatchObject({ title: 'Saved' })
    expect((await plan('annual')).version).toBe(version + 1)
    expect((await save('annual', { price_ugx: '1,400,000' })).toast).toMatchObject({ title: 'Nothing changed' })
  })

  test('ADMIN-03 a plan can’t take the name of another one', async () => {
    const answer = await save('annual', { display_name: 'MONTHLY' })
    expect(answer.status).toBe(400)
    expect(answer.data.errors).toMatchObject({
      summary: [{ fieldId: 'display_name', message: 'Another plan has this name' }],
    })
  })
})

test('ADMIN-03 SUB-04c a code is made for any plan that is sold, and its page names the plans', async () => {
  await add()
  const page = async (query = '') =>
    (await aBrowser(admin).call(promoRoute, `/admin/plans/promo-codes${query}`)).data as unknown as Extract<
      PromoPage,
      { state: 'open' }
    >
  expect((await page('?new=1')).form!.plans.map(({ title }) => title)).toEqual(['Monthly', 'Annual', '3 months'])
  const form = { discount: '25', ends: '2190-12-26T23:59', limit: '', description: '' }
  const create = (code: string, plans: string[]) =>
    aBrowser(admin).call(promoRoute, '/admin/plans/promo-codes?new=1', {
      form: { ...form, code, ...Object.fromEntries(plans.map((name) => [`plan_${name}`, 'on'])) },
    })
  expect((await create('QUARTER', ['3-months'])).status).toBe(303)
  expect((await create('EVERYONE', ['3-months', 'monthly', 'annual'])).status).toBe(303)
  expect((await create('WEEKLY', ['weekly'])).status).toBe(400)
  const appliesTo = async () => new Map((await page()).rows.map((row) => [row.code, row.appliesTo]))
  expect(await appliesTo()).toEqual(
    new Map([
      ['EVERYONE', 'All plans'],
      ['QUARTER', '3 months'],
    ]),
  )
  await retire('3-months')
  expect((await create('LATER', ['3-months'])).status).toBe(400)
  expect(await appliesTo()).toEqual(
    new Map([
      ['EVERYONE', 'Both plans'],
      ['QUARTER', '3 months'],
    ]),
  )
  expect((await page('?new=1')).form!.plans).toHaveLength(2)
})

test.each([null, ...STAFF_ROLES.filter((role) => role !== 'super-admin')])(
  'ROLE-01 ADMIN-03 %s can neither add, move nor retire a plan, in the routes or in the commands',
  async (role) => {
    const actor = role === null ? await makePerson('fan') : { ...(await makePerson('admin')), staffRole: role }
    const refused = role === null ? 303 : 403
    const { version } = await plan('monthly')
    const form = { version: String(version), direction: 'down' }
    const params = { plan: 'monthly' }
    const added = { ...FORM, plan_id: newId() }
    expect((await aBrowser(actor).call(plansRoute, '/admin/plans?new=1', { form: added })).status).toBe(refused)
    for (const [route, path] of [
      [decisionRoute, '/admin/plans/monthly/place'],
      [decisionRoute, '/admin/plans/monthly/retirement'],
    ] as const)
      expect((await aBrowser(actor).call(route, path, { form, params })).status).toBe(refused)
    const denied = { ok: false, refusal: { kind: 'not_allowed' } }
    const typed = { ...FORM, active: true, featured: false, countries: [] }
    for (const who of [actor, null]) {
      expect(await addPlan(who, { id: newId(), typed })).toEqual(denied)
      expect(await updatePlan(who, { plan: 'monthly', version, typed })).toEqual(denied)
      expect(await movePlan(who, { plan: 'monthly', version, direction: 'down' })).toEqual(denied)
      expect(await retirePlan(who, { plan: 'monthly', version })).toEqual(denied)
    }
    expect(await onSale()).toEqual(['monthly', 'annual'])
  },
)
