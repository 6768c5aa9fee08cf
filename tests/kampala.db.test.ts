import { beforeAll, describe, expect, test } from 'vitest'
import { readAddressDate } from '#app/domain/applications/application.ts'
import { runAudit } from '#app/domain/audit/run-audit.server.ts'
import { INVARIANTS } from '#app/domain/audit/invariants/index.ts'
import { startOfToday } from '#app/domain/creators/creator.ts'
import { findCreatorById, findCreatorDay } from '#app/domain/creators/queries.server.ts'
import { findSpan, listEarningsByDay, listEarningsBySource } from '#app/domain/earnings/queries.server.ts'
import { earningsStatement } from '#app/domain/earnings/statement.server.ts'
import { monthBefore, monthOf, monthsBetween, readMonth } from '#app/domain/earnings/statement.ts'
import { hasPass } from '#app/domain/entitlements/queries.server.ts'
import { ageOn, birthdayOf, dayInKampala, isOldEnough } from '#app/domain/identity/age.ts'
import { listCosts, listEntries } from '#app/domain/ledger/browse.server.ts'
import { credit, debit, type LedgerAccount } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { listCollectedByDay } from '#app/domain/ledger/queries.server.ts'
import { forgetMediaFetches } from '#app/domain/media/forget-media-fetches.server.ts'
import { flushMediaUse, spendMedia } from '#app/domain/media/spend-media.server.ts'
import { approveApplication } from '#app/domain/moderation/approve-application.server.ts'
import { listFans } from '#app/domain/overview/fans.server.ts'
import { listEarningsWeeks } from '#app/domain/overview/creator-growth.server.ts'
import { sumEarnings } from '#app/domain/earnings/sum-earnings.server.ts'
import { listDays, listEarnedBySource, listEarnedDays } from '#app/domain/overview/earnings.server.ts'
import { showClock, showDate, showDateTime, showDay } from '#app/platform/dates.ts'
import { lastRunAt, nextRunAt, runDayOf } from '#app/domain/payouts/friday.ts'
import { countPostViews, saveCountedViews } from '#app/domain/posts/count-views.server.ts'
import { findPostFigures } from '#app/domain/posts/post-figures.server.ts'
import { openExport } from '#app/domain/privacy/open-export.server.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import { findChargeback } from '#app/domain/refunds/chargeback-queries.server.ts'
import { refundFactsOf } from '#app/domain/refunds/internal/refund-facts.server.ts'
import { wantedDays } from '#app/domain/requests/request.ts'
import { forgetOldUses } from '#app/domain/usage/forget-old-uses.server.ts'
import { shareWeeks } from '#app/domain/shares/share-weeks.server.ts'
import { endOfDay, kampalaDay } from '#app/domain/subscriptions/creator-subscription.ts'
import { earnCreatorSubscriptions } from '#app/domain/subscriptions/earn-creator-subscriptions.server.ts'
import { endOfTerm } from '#app/domain/subscriptions/plan-length.ts'
import { listTopSupporters } from '#app/domain/tips/queries.server.ts'
import { addToDay, dayOf, daysBetween, mondayOf, startOfDay } from '#app/domain/usage/day.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { listVaultFiles } from '#app/domain/vault/queries.server.ts'
import { setClockAdvance } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { kampalaField, readKampalaTime } from '#app/platform/kampala-time.ts'
import { dayWord } from '#app/web/fan/profile/recent-activity.ts'
import { makeApplication, makeStaff } from './support/applications.ts'
import { giveFullAccess, makeCreator, makePerson, makePost } from './support/creators.ts'
import { useDatabase } from './support/database.ts'
import { insertBare } from './support/page-to-end.ts'

const { owner } = useDatabase()

/** Stops the one clock, in the database and in the code, at an instant. */
async function clockAt(instant: string): Promise<Date> {
  await owner().query(
    `create or replace function app_now() returns timestamptz language sql stable return timestamptz '${instant}'`,
  )
  setClockAdvance(Date.parse(instant) - Date.now())
  return new Date(instant)
}

/**
 * The table of cases: instants at which Kampala and UTC have a different day, or have just stopped to, with the day, the month and the
 * Monday in Kampala.
 */
const CASES = [
  // 23:59:59 in the evening: the same day in both.
  ['2026-11-29T20:59:59Z', '2026-11-29', '2026-11', '2026-11-23'],
  // Midnight of a Monday, half past midnight and one minute before three: the day before in UTC.
  ['2026-11-29T21:00:00Z', '2026-11-30', '2026-11', '2026-11-30'],
  ['2026-11-29T21:30:00Z', '2026-11-30', '2026-11', '2026-11-30'],
  ['2026-11-29T23:59:00Z', '2026-11-30', '2026-11', '2026-11-30'],
  ['2026-11-30T00:00:00Z', '2026-11-30', '2026-11', '2026-11-30'],
  // The end of a month.
  ['2026-11-30T20:59:59Z', '2026-11-30', '2026-11', '2026-11-30'],
  ['2026-11-30T21:30:00Z', '2026-12-01', '2026-12', '2026-11-30'],
  ['2026-11-30T23:59:00Z', '2026-12-01', '2026-12', '2026-11-30'],
  // The end of a year.
  ['2026-12-31T20:59:59Z', '2026-12-31', '2026-12', '2026-12-28'],
  ['2026-12-31T21:30:00Z', '2027-01-01', '2027-01', '2026-12-28'],
  // The last day of February in a leap year.
  ['2028-02-28T21:30:00Z', '2028-02-29', '2028-02', '2028-02-28'],
  ['2028-02-29T21:00:00Z', '2028-03-01', '2028-03', '2028-02-28'],
] as const

describe('days, weeks and months', () => {
  test.each(CASES)('%s is the day %s of the month %s in the week of %s', (instant, day, month, monday) => {
    const at = new Date(instant)
    expect([dayInKampala(at), dayOf(at), kampalaDay(at)]).toEqual([day, day, day])
    expect(monthOf(at)).toBe(month)
    expect(mondayOf(dayOf(at))).toBe(monday)
    const midnight = Date.parse(`${day}T00:00:00+03:00`)
    expect(startOfToday(at).getTime()).toBe(midnight)
    expect(startOfDay(day).getTime()).toBe(midnight)
    expect(endOfDay(day).getTime()).toBe(midnight + 86_399_000)
    const span = readMonth(month)!
    expect(span.from.getTime()).toBe(Date.parse(`${month}-01T00:00:00+03:00`))
    expect(span.from <= at && at < span.to).toBe(true)
    expect(monthsBetween(span.from, at)).toEqual([month])
    expect(monthOf(new Date(span.from.getTime() - 1))).toBe(monthBefore(month))
    // What people read and type.
    expect(kampalaField(at)).toBe(new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 16))
    expect(readKampalaTime(kampalaField(at))!.getTime()).toBe(Math.floor(at.getTime() / 60_000) * 60_000)
    expect(showDate(at)).toBe(showDate(new Date(`${day}T12:00:00+03:00`)))
    expect(showDay(at)).toBe(showDay(new Date(`${day}T12:00:00+03:00`)))
    expect(wantedDays(at).first).toBe(addToDay(day, 1))
    expect(dayWord(new Date(midnight), at)).toBe('today')
    expect(dayWord(new Date(midnight - 1), at)).toBe('yesterday')
  })

  test('people read the time of Kampala', () => {
    const at = new Date('2026-11-30T21:30:00Z')
    expect([showDate(at), showClock(at), showDateTime(at)]).toEqual(['1 Dec 2026', '00:30', '1 Dec 2026, 00:30 EAT'])
    expect(addToDay('2026-11-30', 1)).toBe('2026-12-01')
    expect(daysBetween('2026-11-30', '2027-01-01')).toBe(32)
  })

  test('ONB-F-02 somebody is of age from midnight of Kampala on the birthday', () => {
    const [evening, night, late] = ['2026-11-30T20:59:59Z', '2026-11-30T21:00:00Z', '2026-11-30T23:59:00Z'].map(
      (text) => new Date(text),
    ) as [Date, Date, Date]
    expect([evening, night, late].map((at) => ageOn('2008-12-01', at))).toEqual([17, 18, 18])
    expect([evening, night, late].map((at) => isOldEnough('2008-12-01', at))).toEqual([false, true, true])
    // Born today is not a date in the future.
    const parts = { day: '1', month: '12', year: '2026' }
    expect([evening, night].map((at) => birthdayOf(parts, at))).toEqual([null, '2026-12-01'])
  })

  test('ONB-C-05 a proof of address is three months old by the calendar of Kampala', () => {
    const proof = { day: '1', month: '9', year: '2026' }
    expect(readAddressDate(proof, new Date('2026-11-30T20:59:59Z')).problem).toBeNull()
    const tomorrow = { day: '1', month: '12', year: '2026' }
    expect(readAddressDate(tomorrow, new Date('2026-11-30T20:59:59Z')).problem).toBe('in_the_future')
    expect(readAddressDate(tomorrow, new Date('2026-11-30T21:30:00Z')).problem).toBeNull()
    const old = { day: '31', month: '8', year: '2026' }
    expect(readAddressDate(old, new Date('2026-11-30T20:59:59Z'))).not.toEqual(
      readAddressDate(old, new Date('2026-12-01T21:30:00Z')),
    )
  })

  test('PAYOUT-01 creators are paid on Friday at nine in Kampala, also when it is Thursday elsewhere', () => {
    const run = '2026-11-27T06:00:00.000Z'
    for (const instant of [
      '2026-11-27T06:00:00Z',
      '2026-12-03T21:30:00Z',
      '2026-12-04T02:59:00Z',
      '2026-12-04T05:59:59Z',
    ])
      expect(lastRunAt(new Date(instant)).toISOString(), instant).toBe(run)
    expect(lastRunAt(new Date('2026-11-27T05:59:59Z')).toISOString()).toBe('2026-11-20T06:00:00.000Z')
    expect(nextRunAt(new Date('2026-12-03T23:59:00Z')).toISOString()).toBe('2026-12-04T06:00:00.000Z')
    expect(runDayOf(new Date('2026-12-03T21:30:00Z'))).toBe('2026-11-27')
  })

  test('SUB-05 a pass ends a calendar month or year later by the calendar of Kampala', () => {
    const MONTH = { count: 1, unit: 'month' } as const
    const YEAR = { count: 1, unit: 'year' } as const
    // 31 January, half past midnight in Kampala: 30 January in UTC.
    expect(endOfTerm(new Date('2026-01-30T21:30:00Z'), MONTH).toISOString()).toBe('2026-02-27T21:30:00.000Z')
    expect(endOfTerm(new Date('2026-11-30T21:30:00Z'), MONTH).toISOString()).toBe('2026-12-31T21:30:00.000Z')
    expect(endOfTerm(new Date('2026-11-30T20:59:59Z'), MONTH).toISOString()).toBe('2026-12-30T20:59:59.000Z')
    expect(endOfTerm(new Date('2028-02-28T21:30:00Z'), YEAR).toISOString()).toBe('2029-02-27T21:30:00.000Z')
  })
})

// Four moments around two midnights in Kampala, each with its own amount, so that a sum shows which of them it contains.
const BEFORE = { at: '2026-11-29T20:59:59Z', part: 1n }
const FIRST = { at: '2026-11-29T21:00:00Z', part: 2n }
const LAST = { at: '2026-11-30T20:59:59Z', part: 4n }
const AFTER = { at: '2026-11-30T21:00:00Z', part: 8n }
const MOMENTS = [BEFORE, FIRST, LAST, AFTER] as const
const UNIT = 100_000n
const of = (...moments: readonly { part: bigint }[]): bigint =>
  moments.reduce((sum, moment) => sum + moment.part, 0n) * UNIT

/** 1 December in Kampala, 30 November in UTC. */
const NIGHT = ['2026-11-30T21:30:00Z', '2026-11-30T23:59:00Z'] as const
const put = (table: string, ...rows: object[]): Promise<void> => insertBare(owner(), table, rows)

describe('money by day', () => {
  let creatorId: string
  const platform = (purpose: LedgerAccount['purpose']): LedgerAccount => ({ purpose, ownerId: null, currency: 'UGX' })

  beforeAll(async () => {
    await clockAt('2026-11-30T21:30:00Z')
    creatorId = (await makeCreator()).id
    for (const { at, part } of MOMENTS) {
      const happenedAt = new Date(at)
      await inTransaction((tx) =>
        postEntry(tx, {
          kind: 'test_of_days',
          idempotencyKey: newId(),
          causeKind: 'test',
          causeId: newId(),
          happenedAt,
          lines: [
            debit(platform('gateway_clearing'), part * UNIT),
            debit(platform('gateway_fees'), part * UNIT),
            credit({ purpose: 'creator_pending', ownerId: creatorId, currency: 'UGX' }, 2n * part * UNIT),
          ],
        }),
      )
      const [id, causeId] = [newId(), newId()]
      await put('earnings', {
        id,
        creator_id: creatorId,
        source: 'unlock',
        cause_kind: 'purchase',
        cause_id: causeId,
        entry_id: newId(),
        gross_minor: part * UNIT,
        fee_minor: 0,
        net_minor: part * UNIT,
        earned_at: happenedAt,
        available_at: '2027-01-01T00:00:00Z',
      })
      await put('earning_reversals', {
        id: newId(),
        earning_id: id,
        creator_id: creatorId,
        cause_kind: 'refund',
        cause_id: newId(),
        from_pending_minor: part * UNIT,
        from_available_minor: 0,
        owed_minor: 0,
        reversed_at: happenedAt,
      })
    }
  })

  test.each(NIGHT)('DASH-02 at %s a creator’s day, days and sources are those of Kampala', async (instant) => {
    await clockAt(instant)
    expect((await findCreatorDay(creatorId))!.netMinor).toBe(of(AFTER))
    expect(await listEarningsByDay(creatorId, 2)).toEqual([
      { day: '2026-11-30', clearedMinor: 0n, pendingMinor: of(FIRST, LAST), reversedMinor: of(FIRST, LAST) },
      { day: '2026-12-01', clearedMinor: 0n, pendingMinor: of(AFTER), reversedMinor: of(AFTER) },
    ])
    expect((await listEarningsBySource(creatorId, 2)).map((row) => row.netMinor)).toEqual([of(FIRST, LAST, AFTER)])
    expect(await findSpan(creatorId, 1)).toEqual({ beforeMinor: of(FIRST, LAST), reversedMinor: of(AFTER) })
  })

  test('DASH-02 the weeks of a creator begin on Monday in Kampala, for sales and for what was refunded', async () => {
    await clockAt('2026-12-01T09:00:00Z')
    const creator = (await makeCreator()).id
    // Half past midnight on the Monday eight weeks ago: Sunday in UTC.
    const [id, at] = [newId(), '2026-10-11T21:30:00Z']
    const sold = { creator_id: creator, source: 'unlock', cause_kind: 'purchase', fee_minor: 0, earned_at: at }
    const amounts = { gross_minor: 5n * UNIT, net_minor: 5n * UNIT, available_at: '2027-01-01T00:00:00Z' }
    await put('earnings', { id, ...sold, ...amounts, cause_id: newId(), entry_id: newId() })
    const reversal = { id: newId(), earning_id: id, creator_id: creator, cause_kind: 'refund', cause_id: newId() }
    const parts = { from_pending_minor: 2n * UNIT, from_available_minor: 0, owed_minor: 0, reversed_at: at }
    await put('earning_reversals', { ...reversal, ...parts })
    for (const summed of [false, true]) {
      if (summed) await sumEarnings()
      const weeks = await listEarningsWeeks(creator)
      expect(weeks.map(({ netMinor }) => netMinor)).toEqual([3n * UNIT, ...Array.from({ length: 7 }, () => 0n)])
      expect(weeks[0]!.monday).toBe('2026-10-12')
    }
  })

  test.each(NIGHT)(
    'PROF-01 at %s the goal counts what was earned since midnight in Kampala, less what was refunded since',
    async (instant) => {
      await clockAt(instant)
      // From the earnings: what else this world credits to her has none.
      expect(await findCreatorDay(creatorId)).toMatchObject({ netMinor: of(AFTER), reversedMinor: of(AFTER) })
      expect((await findCreatorById(creatorId))!.earnedTodayMinor).toBe(0n)
    },
  )

  test.each(NIGHT)('DASH-02 at %s a new follower counts for the day of Kampala', async (instant) => {
    await clockAt(instant)
    const followed = (await makeCreator()).id
    const fanId = (await makePerson()).id
    await owner().query('insert into follows (fan_id, creator_id, created_at) values ($1, $2, $3)', [
      fanId,
      followed,
      instant,
    ])
    const { rows } = await owner().query(
      'select day::text, new_followers from creator_audience_days where creator_id = $1',
      [followed],
    )
    expect(rows).toEqual([{ day: '2026-12-01', new_followers: 1 }])
  })

  test('DASH-03 a statement holds the month of Kampala', async () => {
    const november = (await earningsStatement(creatorId, '2026-11'))!
    const december = (await earningsStatement(creatorId, '2026-12'))!
    const sum = (lines: readonly { amountMinor: bigint }[]) =>
      lines.reduce((total, line) => total + line.amountMinor, 0n)
    expect([sum(november.lines), sum(december.lines)]).toEqual([2n * of(BEFORE, FIRST, LAST), 2n * of(AFTER)])
  })

  test.each(NIGHT)('ADMIN-07 at %s the overview of earnings is by days of Kampala', async (instant) => {
    await clockAt(instant)
    expect(await listDays(2)).toEqual(['2026-11-30', '2026-12-01'])
    expect((await listEarnedBySource(2)).map((row) => row.grossMinor)).toEqual([of(FIRST, LAST, AFTER)])
    expect((await listEarnedDays(2)).map(({ day, grossMinor }) => [day, grossMinor])).toEqual([
      ['2026-11-30', of(FIRST, LAST)],
      ['2026-12-01', of(AFTER)],
    ])
  })

  test.each(NIGHT)('ADMIN-01 at %s what the gateway collected is shown by days of Kampala', async (instant) => {
    await clockAt(instant)
    expect(await listCollectedByDay(2)).toEqual([
      { day: '2026-11-30', currency: 'UGX', gross: 2n * of(FIRST, LAST) },
      { day: '2026-12-01', currency: 'UGX', gross: 2n * of(AFTER) },
    ])
    expect((await listCosts(1)).find((cost) => cost.purpose === 'gateway_fees')!.amountMinor).toBe(of(AFTER))
    expect((await listCosts(2)).find((cost) => cost.purpose === 'gateway_fees')!.amountMinor).toBe(
      of(FIRST, LAST, AFTER),
    )
  })

  test('ADMIN-07 the ledger’s filter by day takes the day of Kampala', async () => {
    const found = async (day: string) =>
      (await listEntries({ kind: 'test_of_days', day }, { limit: 10 })).map((entry) => entry.happenedAt.toISOString())
    const instant = ({ at }: { at: string }) => new Date(at).toISOString()
    expect(await found('2026-11-29')).toEqual([instant(BEFORE)])
    expect(await found('2026-11-30')).toEqual([instant(LAST), instant(FIRST)])
    expect(await found('2026-12-01')).toEqual([instant(AFTER)])
  })
})

describe('people by day', () => {
  test('FEED-05 a pass opens at midnight in Kampala on the eighteenth birthday', async () => {
    const holder = await makePerson('fan', { birthday: '2008-12-01' })
    await clockAt('2026-11-30T12:00:00Z')
    await giveFullAccess(holder)
    const open = async (instant: string) => {
      await clockAt(instant)
      return hasPass(holder.id)
    }
    expect(await open(LAST.at)).toBe(false)
    for (const instant of NIGHT) expect(await open(instant), instant).toBe(true)
  })

  test.each([
    ['2026-11-29T20:59:59Z', '2026-11-29'],
    ['2026-11-29T21:30:00Z', '2026-11-30'],
    ['2026-11-30T23:59:00Z', '2026-12-01'],
  ])('EARN-02 a view at %s is a use of the day %s', async (instant, day) => {
    const [fan, creator] = [await makePerson(), await makeCreator()]
    await clockAt(instant)
    await recordUse(fan.id, creator.id)
    const { rows } = await owner().query('select day::text as day from creator_uses where fan_id = $1', [fan.id])
    expect(rows).toEqual([{ day }])
  })

  test('TIP-05 the week of the top supporters begins on Monday at midnight in Kampala', async () => {
    const creator = await makeCreator()
    const fans = new Map<string, string>()
    for (const { at } of [BEFORE, FIRST]) {
      const fan = await makePerson('fan', { displayName: at })
      fans.set(at, fan.id)
      await put('tips', {
        id: newId(),
        purchase_id: newId(),
        fan_id: fan.id,
        creator_id: creator.id,
        context: 'profile',
        amount_minor: UNIT,
        created_at: at,
      })
    }
    const shown = async (instant: string) => {
      await clockAt(instant)
      return (await listTopSupporters(creator.id, 9)).map((row) => row.name).toSorted()
    }
    expect(await shown('2026-11-29T20:59:59Z')).toEqual([BEFORE.at, FIRST.at])
    for (const instant of ['2026-11-29T21:30:00Z', '2026-11-29T23:59:00Z', '2026-12-01T12:00:00Z'])
      expect(await shown(instant), instant).toEqual([FIRST.at])
  })

  test('SAFE-02 a copy of one’s data is named by the day of Kampala', async () => {
    await clockAt('2026-11-30T21:30:00Z')
    const person = await makePerson()
    const id = newId()
    await put('data_exports', {
      id,
      profile_id: person.id,
      state: 'ready',
      sealed_key: 'x',
      archives: '[{"bytes":1,"parts":1}]',
      requested_at: NIGHT[0],
      ready_at: NIGHT[0],
      expires_at: '2026-12-07T00:00:00Z',
    })
    const opened = await openExport(person, id, 1)
    expect(opened.ok && opened.value.name).toBe('my-data-2026-12-01.zip')
  })

  test('ONB-C-08 an approval is valid for a year by the calendar of Kampala', async () => {
    // 29 February, one in the morning in Kampala: a year later is 28 February at that hour.
    const at = await clockAt('2028-02-28T22:00:00Z')
    const { creator, applicationId, submittedAt } = await makeApplication({ submittedAt: at })
    const decided = await approveApplication(await makeStaff('content-moderator'), { applicationId, submittedAt })
    expect(decided.ok).toBe(true)
    const { rows } = await owner().query<{ by: Date }>('select reverify_by as by from creators where profile_id = $1', [
      creator.id,
    ])
    expect(rows[0]!.by.toISOString()).toBe('2029-02-27T22:00:00.000Z')
  })
})

describe('rules that depend on the day', () => {
  async function boughtPass(
    completedAt: string,
  ): Promise<{ fanId: string; purchaseId: string; subscriptionId: string }> {
    const [fan, purchaseId, subscriptionId] = [await makePerson(), newId(), newId()]
    const { rows } = await owner().query<{ id: string }>(`select id from subscription_plans where name = 'monthly'`)
    const plan = rows[0]!.id
    await put('purchases', {
      id: purchaseId,
      kind: 'pass',
      product_id: plan,
      product_name: 'Monthly',
      buyer_id: fan.id,
      buyer_scope: 'x',
      buyer_email: fan.email,
      amount_minor: 2_800_000,
      currency: 'UGX',
      quote: '{}',
      idempotency_key: purchaseId,
      checkout_hash: Buffer.alloc(1),
      state: 'completed',
      created_at: completedAt,
      completed_at: completedAt,
    })
    await put('subscriptions', {
      id: subscriptionId,
      user_id: fan.id,
      plan_id: plan,
      purchase_id: purchaseId,
      starts_at: completedAt,
      expires_at: '2026-12-27T22:00:00Z',
      deferred_minor: 2_800_000,
    })
    return { fanId: fan.id, purchaseId, subscriptionId }
  }
  const useOn = (fanId: string, creatorId: string, day: string) =>
    put('creator_uses', { fan_id: fanId, creator_id: creatorId, day })

  test('PAY-08 a view of the day before does not use a pass bought after midnight in Kampala', async () => {
    await clockAt('2026-12-02T12:00:00Z')
    const creator = await makeCreator()
    const { fanId, purchaseId } = await boughtPass('2026-11-30T21:30:00Z')
    const used = async () => {
      const { rows } = await owner().query<PurchaseRow>('select * from purchases where id = $1', [purchaseId])
      return (await refundFactsOf(db, rows[0]!)).used
    }
    await useOn(fanId, creator.id, '2026-11-30')
    expect(await used()).toBe(false)
    await useOn(fanId, creator.id, '2026-12-01')
    expect(await used()).toBe(true)
  })

  test('PAY-08 the evidence of a chargeback lists the uses since the day of the purchase in Kampala', async () => {
    await clockAt('2026-12-02T12:00:00Z')
    const creator = await makeCreator()
    const { fanId, purchaseId } = await boughtPass('2026-11-30T21:30:00Z')
    const [transactionId, id] = [newId(), newId()]
    await put('transactions', {
      id: transactionId,
      purchase_id: purchaseId,
      user_id: fanId,
      unauthenticated: false,
      description: 'x',
      flutterwave_tx_ref: transactionId,
      transaction_type: 'x',
      payment_method: 'card',
      amount_minor: 2_800_000,
      currency: 'UGX',
      email: 'x@fans.example',
      customer_name: 'x',
      status: 'succeeded',
      created_at: '2026-11-30T21:30:00Z',
    })
    await put('gateway_charges', {
      gateway: 'flutterwave',
      provider_id: '77',
      transaction_id: transactionId,
      status: 'succeeded',
      raw_status: 'x',
      outcome: 'settled',
      payment_type: 'card',
      processor_text: 'x',
    })
    await put('chargebacks', {
      id,
      gateway: 'flutterwave',
      chargeback_id: id,
      provider_id: '77',
      transaction_id: transactionId,
      purchase_id: purchaseId,
      account_id: fanId,
      status: 'pending',
      raw_status: 'x',
      opened_at: NIGHT[0],
    })
    await useOn(fanId, creator.id, '2026-11-30')
    await useOn(fanId, creator.id, '2026-12-01')
    const found = await findChargeback({ ...(await makePerson('admin')), staffRole: 'earnings-manager' }, id)
    expect(found!.evidence!.uses.map((use) => use.day)).toEqual(['2026-12-01'])
  })

  test('EARN-01 a day of a creator’s subscriptions is earned when it has ended in Kampala, and missed a day after that', async () => {
    const [fan, creator] = [await makePerson(), await makeCreator()]
    await clockAt('2026-11-29T12:00:00Z')
    const missed = async () =>
      (await runAudit(INVARIANTS.filter(({ sql }) => sql.includes('day of subscriptions')))).breaches.filter((breach) =>
        breach.subject.startsWith('day of subscriptions'),
      ).length
    await put('creator_subscriptions', {
      id: newId(),
      user_id: fan.id,
      creator_id: creator.id,
      purchase_id: newId(),
      price_minor: 3_000_000,
      starts_at: '2026-11-28T12:00:00Z',
      ends_at: '2026-12-28T12:00:00Z',
      next_earning_day: '2026-11-29',
    })
    await inTransaction((tx) =>
      postEntry(tx, {
        kind: 'test_sold',
        idempotencyKey: newId(),
        causeKind: 'test',
        causeId: newId(),
        happenedAt: new Date('2026-11-28T12:00:00Z'),
        lines: [
          debit({ purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }, 3_000_000n),
          credit({ purpose: 'deferred_creator_subscriptions', ownerId: null, currency: 'UGX' }, 3_000_000n),
        ],
      }),
    )
    const earned = async () =>
      (
        await owner().query<{ day: string }>('select day::text as day from creator_subscription_days order by 1')
      ).rows.map((row) => row.day)
    await clockAt('2026-11-30T20:59:59Z')
    expect(await missed()).toBe(0)
    await clockAt('2026-11-30T21:30:00Z')
    expect(await missed()).toBe(1)
    await clockAt('2026-11-29T20:59:59Z')
    await earnCreatorSubscriptions()
    expect(await earned()).toEqual([])
    await clockAt('2026-11-29T21:30:00Z')
    await earnCreatorSubscriptions()
    expect(await earned()).toEqual(['2026-11-29'])
  })

  test('DASH-02 a fan’s part of a subscription that began at night is that of the days of Kampala', async () => {
    const [fan, creator] = [await makePerson(), await makeCreator()]
    // On 30 November in Kampala: its first day is earned with 1 December.
    await put('creator_subscriptions', {
      id: newId(),
      user_id: fan.id,
      creator_id: creator.id,
      purchase_id: newId(),
      price_minor: 3_000_000,
      starts_at: '2026-11-29T21:30:00Z',
      ends_at: '2026-12-29T21:30:00Z',
      earned_days: 1,
      earned_minor: 100_000,
      next_earning_day: '2026-12-02',
    })
    for (const [day, basisPoints] of [
      ['2026-11-30', 5_000],
      ['2026-12-01', 2_000],
    ] as const)
      await put('creator_subscription_days', {
        id: newId(),
        creator_id: creator.id,
        day,
        subscriptions: 1,
        gross_minor: 100_000,
        fee_basis_points: basisPoints,
        fee_minor: 100_000 * (basisPoints / 10_000),
        entry_id: newId(),
      })
    expect(await listFans(creator.id, 'spent', { before: null, limit: 1 })).toMatchObject([
      { id: fan.id, netMinor: 80_000n },
    ])
  })

  test('EARN-02 a pass is earned by the days of Kampala, and its week is shared from Monday at midnight there', async () => {
    // Twenty-eight days from a Monday, one in the morning in Kampala: Sunday in UTC.
    await owner().query(
      'set session_replication_role = replica; delete from subscriptions; set session_replication_role = default',
    )
    await clockAt('2026-11-22T22:00:00Z')
    const { subscriptionId } = await boughtPass('2026-11-22T22:00:00Z')
    await owner().query(`update subscriptions set expires_at = '2026-12-20T22:00:00Z' where id = $1`, [subscriptionId])
    await inTransaction((tx) =>
      postEntry(tx, {
        kind: 'test_sold',
        idempotencyKey: newId(),
        causeKind: 'test',
        causeId: newId(),
        happenedAt: new Date('2026-11-22T22:00:00Z'),
        lines: [
          debit({ purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }, 2_800_000n),
          credit({ purpose: 'deferred_pass_revenue', ownerId: null, currency: 'UGX' }, 2_800_000n),
        ],
      }),
    )
    const earned = async () => {
      await shareWeeks()
      const { rows } = await owner().query<{ earned: bigint }>(
        'select earned_minor as earned from subscriptions where id = $1',
        [subscriptionId],
      )
      return rows[0]!.earned
    }
    await clockAt('2026-11-29T20:59:59Z')
    expect(await earned()).toBe(0n)
    await clockAt('2026-11-29T21:00:01Z')
    expect(await earned()).toBe(700_000n)
    // A creator whose rate changed after midnight in Kampala had the old one for the week that had ended.
    const fees = INVARIANTS.filter(({ name }) => name === 'share-fees')
    await put('rates', {
      id: newId(),
      kind: 'platform_fee',
      basis_points: 3_000,
      holds_from: '2026-11-29T22:00:00Z',
      reason: 'x x x',
    })
    expect((await runAudit(fees)).breaches.filter((breach) => breach.detail.includes('its rate is'))).toEqual([])
  })

  test('MEDIA-02 what was fetched counts for the day of Kampala and is forgotten thirty days after it', async () => {
    const fan = await makePerson()
    const mediaId = newId()
    for (const instant of ['2026-11-30T20:59:59Z', '2026-11-30T21:30:00Z', '2026-11-30T23:59:00Z']) {
      await clockAt(instant)
      await spendMedia(fan.id, instant.replaceAll(/\D/g, '').slice(-8) + mediaId)
      await flushMediaUse()
    }
    const days = async () =>
      (
        await owner().query('select day::text as day, objects from media_fetches where viewer_id = $1 order by 1', [
          fan.id,
        ])
      ).rows.map((row: { day: string; objects: number }) => `${row.day} ${row.objects}`)
    expect((await days()).map((line) => line.slice(0, 10))).toEqual(['2026-11-30', '2026-12-01'])
    await clockAt('2026-12-31T20:59:59Z')
    await forgetMediaFetches()
    expect(await days()).toHaveLength(1)
    await clockAt('2026-12-31T21:30:00Z')
    await forgetMediaFetches()
    expect(await days()).toEqual([])
  })

  test('DASH-02 the views of a post count for the day of Kampala, each person once a day', async () => {
    const fan = await makePerson()
    const { postId } = await makePost(await makeCreator(), { kind: 'public' })
    for (const instant of [
      '2026-11-30T20:00:00Z',
      '2026-11-30T20:30:00Z',
      '2026-11-30T21:30:00Z',
      '2026-11-30T23:00:00Z',
    ]) {
      await clockAt(instant)
      countPostViews(fan.id, [postId])
      await saveCountedViews()
    }
    const { views, viewsByDay } = await findPostFigures(postId)
    expect(views).toBe(2)
    expect(viewsByDay.slice(-2)).toEqual([
      { day: '2026-11-30', views: 1 },
      { day: '2026-12-01', views: 1 },
    ])
  })

  test('DASH-03a the vault shows the files of a month of Kampala', async () => {
    const creator = await makeCreator()
    const { mediaId } = await makePost(creator, { kind: 'public' })
    await owner().query('update media set created_at = $1 where id = $2', ['2026-11-30T21:30:00Z', mediaId])
    const inMonth = async (month: string) => (await listVaultFiles(creator.id, { month, limit: 5 })).length
    expect([await inMonth('2026-11'), await inMonth('2026-12')]).toEqual([0, 1])
  })

  test('EARN-02 uses are forgotten sixty days later by the days of Kampala', async () => {
    const [fan, creator] = [await makePerson(), await makeCreator()]
    await put('share_runs', {
      id: newId(),
      week: '2027-06-07',
      state: 'done',
      fee_basis_points: 2_000,
      carried_in_minor: 0,
      carried_in_fee_minor: 0,
      checksum: 'x',
      done_at: NIGHT[0],
    })
    // Sixty days before 1 December of Kampala, and a day more.
    for (const day of ['2026-10-02', '2026-10-01']) await useOn(fan.id, creator.id, day)
    const kept = async (instant: string) => {
      await clockAt(instant)
      await forgetOldUses()
      const { rows } = await owner().query('select day::text as day from creator_uses where fan_id = $1 order by 1', [
        fan.id,
      ])
      return rows.map((row: { day: string }) => row.day)
    }
    expect(await kept('2026-11-30T20:59:59Z')).toEqual(['2026-10-01', '2026-10-02'])
    expect(await kept('2026-11-30T21:30:00Z')).toEqual(['2026-10-02'])
  })
})
