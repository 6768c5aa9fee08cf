import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { useDatabase } from '#tests/support/database.ts'
import { RATE_SETTINGS } from '#app/domain/settings/catalogue.ts'
import { changeSetting } from './change-setting.server.ts'
import { feesAt, rateAt, setRate } from '#app/domain/settings/rates.server.ts'
import { listSettingChanges, settings } from '#app/domain/settings/settings.server.ts'

const { owner } = useDatabase()
const ownerId = newId()

beforeAll(async () => {
  await owner().query(`insert into profiles (id, email, user_type) values ($1, 'owner@test.example', 'fan')`, [ownerId])
})

const platformFee = (at: Date) => inTransaction((tx) => rateAt(tx, 'platform_fee', at))
const requested = (typed: string, name = 'platformFeePercentage') => ({
  name,
  typed: [typed],
  shown: null,
  reason: 'a trial month',
  confirmed: false,
})

test('EARN-01a the platform fee is 20 percent from the beginning, and there is no tax before somebody sets one', async () => {
  expect(await platformFee(new Date('2020-01-01T00:00:00Z'))).toBe(2_000)
  expect(await inTransaction((tx) => feesAt(tx, now()))).toEqual({ platformFeeBasisPoints: 2_000, vatBasisPoints: 0 })
  expect(await inTransaction((tx) => rateAt(tx, 'withholding_on_payouts', now()))).toBe(0)
})

test('EARN-01 what the owner changes applies from that moment on, and earlier bookings keep their rate', async () => {
  const before = now()
  const actor = { id: ownerId, staffRole: 'owner' } as Person
  expect(await changeSetting(actor, requested('15'))).toEqual({ ok: true, value: 15 })
  expect((await settings()).platformFeePercentage).toBe(15)
  expect(await platformFee(addDays(now(), 1))).toBe(1_500)
  expect(await platformFee(before)).toBe(2_000)
  const { rows } = await owner().query(`select from settings where name = 'platformFeePercentage'`)
  expect(rows).toHaveLength(0)
  expect(await changeSetting({ ...actor, staffRole: 'super-admin' }, requested('0'))).toMatchObject({ ok: false })
  expect(await changeSetting(actor, requested('51'))).toMatchObject({ ok: false })
  expect((await settings()).platformFeePercentage).toBe(15)
})

test.each([
  ['vatPercentage', 'vat_on_platform_fee', '18', 1_800],
  ['withholdingPercentage', 'withholding_on_payouts', '6.25', 625],
  ['withholdingPercentage', 'withholding_on_payouts', '0.07', 7],
  ['withholdingPercentage', 'withholding_on_payouts', '0', 0],
] as const)(
  'CONST-01 the owner sets the tax %s (%s) to %s percent, with a reason',
  async (name, kind, typed, points) => {
    const actor = { id: ownerId, staffRole: 'owner' } as Person
    const before = now()
    const heldBefore = await inTransaction((tx) => rateAt(tx, kind, before))
    expect(await changeSetting(actor, { ...requested(typed, name), reason: '' })).toMatchObject({
      refusal: { kind: 'reason_missing' },
    })
    expect(await changeSetting({ ...actor, staffRole: 'super-admin' }, requested(typed, name))).toMatchObject({
      refusal: { kind: 'not_allowed' },
    })
    expect(await changeSetting(actor, requested(typed, name))).toEqual({ ok: true, value: Number(typed) })
    expect((await settings())[name]).toBe(Number(typed))
    expect(await inTransaction((tx) => rateAt(tx, kind, addDays(now(), 1)))).toBe(points)
    expect(await inTransaction((tx) => rateAt(tx, kind, before))).toBe(heldBefore)
    const { rows } = await owner().query('select from settings where name = $1', [name])
    expect(rows).toHaveLength(0)
    const [change] = await listSettingChanges({ name, limit: 1 })
    expect(change).toMatchObject({ newValue: Number(typed), reason: 'a trial month' })
  },
)

test('CONST-01 the database has no kind of rate that the owner could not set', async () => {
  const { rows } = await owner().query<{ check: string }>(
    `select pg_get_constraintdef(oid) as check from pg_constraint where conname = 'rates_kind_check'`,
  )
  const kinds = [...rows[0]!.check.matchAll(/'(\w+)'::text/g)].map((match) => match[1])
  expect(new Set(kinds)).toEqual(new Set(Object.values(RATE_SETTINGS)))
})

test('EARN-01 a rate is never edited or deleted, and a fee of half a percent is refused by the database', async () => {
  await expect(sql`update rates set basis_points = 0`.execute(db)).rejects.toThrow(/permission denied/)
  await expect(owner().query('delete from rates')).rejects.toThrow(/append-only/)
  const odd = { kind: 'platform_fee', basisPoints: 1_750, setBy: ownerId, reason: 'half a percent' } as const
  await expect(inTransaction((tx) => setRate(tx, odd))).rejects.toThrow(/check/)
  await inTransaction((tx) => setRate(tx, { ...odd, kind: 'vat_on_platform_fee', basisPoints: 1_800 }))
  expect((await inTransaction((tx) => feesAt(tx, addDays(now(), 1)))).vatBasisPoints).toBe(1_800)
})
