import { expect, test } from 'vitest'
import { listStoredPlans } from '#app/domain/subscriptions/plans-admin-queries.server.ts'
import { newId } from '#app/platform/id.ts'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import * as plansRoute from './plans.tsx'

const { owner } = useDatabase()

const FORM = {
  length_count: '3',
  length_unit: 'month',
  price_ugx: '450,000',
  price_usd: '12.49',
  currency: 'UGX',
  discount: '0',
  discount_ends: '',
  active: 'on',
}

test('ADMIN-03 a new plan never takes the name of a seeded one, not even where its row is missing', async () => {
  await owner().query(`delete from subscription_plan_features f using subscription_plans p
    where p.id = f.plan_id and p.name in ('monthly', 'annual')`)
  await owner().query(`delete from subscription_plans where name in ('monthly', 'annual')`)
  const admin = { ...(await makePerson('admin')), staffRole: 'super-admin' as const }
  for (const display_name of ['Monthly', 'ANNUAL']) {
    const form = { ...FORM, plan_id: newId(), display_name }
    expect((await aBrowser(admin).call(plansRoute, '/admin/plans?new=1', { form })).status).toBe(303)
  }
  const stored = await listStoredPlans()
  expect(stored.map(({ name, displayName }) => [name, displayName])).toEqual([
    ['monthly-2', 'Monthly'],
    ['annual-2', 'ANNUAL'],
  ])
})
