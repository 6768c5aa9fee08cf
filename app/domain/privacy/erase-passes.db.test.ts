import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { PRIVACY } from '#app/domain/settings/constants.ts'
import { addPlan } from '#app/domain/subscriptions/add-plan.server.ts'
import { chooseRenewal } from '#app/domain/subscriptions/choose-renewal.server.ts'
import { newId } from '#app/platform/id.ts'
import { closeByCode } from '#tests/support/deletions.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { eraseDueAccounts } from './erase-due-accounts.server.ts'

const fixture = usePaymentFixture()
let fan: Person
let other: Person
let plan: string

beforeEach(async () => {
  const owner = await fixture.person({ userType: 'owner', staffRole: 'owner' })
  const added = await addPlan(owner, {
    id: newId(),
    typed: {
      display_name: 'Ten days',
      length_count: '10',
      length_unit: 'day',
      price_ugx: '60000',
      price_usd: '16.35',
      currency: 'UGX',
      discount: '0',
      discount_ends: '',
      active: true,
      featured: false,
      countries: [],
    },
  })
  if (!added.ok) throw new Error(added.refusal.kind)
  plan = added.value.name
  ;[fan, other] = await Promise.all([fixture.person(), fixture.person()])
  for (const one of [fan, other]) {
    const product = { kind: 'pass', plan, currency: 'UGX', renewal: false } as const
    const placed = await placeOrder(one, aStart({ email: one.email, product }))
    if (!placed.ok) throw new Error(placed.refusal.kind)
    await fixture.pay(placed.value.reference, 'approve')
    expect((await chooseRenewal(one, { mode: 'automatic', shownMinor: 6_000_000n, country: 'UG' })).ok).toBe(true)
  }
})

const passesOf = (one: Person) =>
  fixture.all<{ plan: string; amount_minor: bigint }>(
    `select l.name as plan, p.amount_minor from subscriptions s join subscription_plans l on l.id = s.plan_id
     join purchases p on p.id = s.purchase_id where s.user_id = $1`,
    [one.id],
  )

/** Every stored line of the tables that hold payments, passes and mails, as text. */
async function everything(): Promise<string> {
  const tables = ['profiles', 'transactions', 'purchases', 'subscriptions', 'subscription_renewals', 'event_deliveries']
  const rows = await Promise.all(
    tables.map((table) => fixture.all<{ line: string }>(`select t::text as line from ${table} t`, [])),
  )
  return rows
    .flat()
    .map(({ line }) => line)
    .join('\n')
}

test('SAFE-02 SUB-08 a fan with a pass and a renewal of a plan that was added is erased; the pass and its payment stay, under a number', async () => {
  const before = await passesOf(fan)
  expect(before).toMatchObject([{ plan, amount_minor: 6_000_000n }])
  expect(await everything()).toContain(fan.email)
  await closeByCode(fan)
  await fixture.advance((PRIVACY.coolingOffDays + 1) * 86_400)
  expect(await eraseDueAccounts()).toBe(1)
  expect(await fixture.one('select email from profiles where id = $1', [fan.id])).not.toEqual({ email: fan.email })
  expect(await everything()).not.toContain(fan.email)
  expect(await passesOf(fan)).toMatchObject([{ plan, amount_minor: 6_000_000n }])
  expect(await passesOf(other)).toHaveLength(1)
  expect(await everything()).toContain(other.email)
})
