import { newId } from '#app/platform/id.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { foldAccounts } from '#app/domain/ledger/fold-accounts.server.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { addDays, now, setClockAdvance } from '#app/platform/clock.ts'
import { useDatabase } from '#tests/support/database.ts'
import { earn, insertCreator, spendAvailable, reverse } from '#tests/support/earnings.ts'
import { creatorPartOf, creatorAccount } from './earning.ts'
import { splitReversal } from './entries.ts'
import { findAvailableBy, findCreatorBalances, listEarningsByDay, listEarningsBySource } from './queries.server.ts'
import { releaseEarnings } from './release-earnings.server.ts'
import { earningsStatement, findFirstMovement } from './statement.server.ts'
import { monthOf, monthsBetween, totalOf } from './statement.ts'

const { owner } = useDatabase({ max: 16 })

let advancedDays = 0
let creatorId: string

beforeEach(async () => {
  creatorId = await insertCreator(owner())
})

async function later(days: number): Promise<void> {
  advancedDays += days
  await owner().query('update app_clock set advanced_by = make_interval(days => $1)', [advancedDays])
  setClockAdvance(advancedDays * 86_400_000)
}

async function balances(): Promise<{ pending: bigint; available: bigint; owed: bigint }> {
  const [pending, available, owed] = await Promise.all([
    getBalance(creatorAccount('creator_pending', creatorId)),
    getBalance(creatorAccount('creator_available', creatorId)),
    getBalance(creatorAccount('creator_debt', creatorId)),
  ])
  return { pending: -pending / 100n, available: -available / 100n, owed: owed / 100n }
}

describe('release', () => {
  test('EARN-01b an earning is pending for seven days, then available, and only once', async () => {
    await earn(creatorId, 25_000)
    expect(await balances()).toEqual({ pending: 20_000n, available: 0n, owed: 0n })
    await releaseEarnings()
    expect(await balances()).toEqual({ pending: 20_000n, available: 0n, owed: 0n })
    await later(7)
    await releaseEarnings()
    expect(await balances()).toEqual({ pending: 0n, available: 20_000n, owed: 0n })
    await later(7)
    await releaseEarnings()
    expect(await balances()).toEqual({ pending: 0n, available: 20_000n, owed: 0n })
  })

  test('EARN-01 a jump of the clock over a year releases everything that fell due, in one entry per creator', async () => {
    for (let day = 0; day < 5; day += 1) await earn(creatorId, 1_000)
    await later(365)
    await releaseEarnings()
    expect(await balances()).toEqual({ pending: 0n, available: 4_000n, owed: 0n })
    const { rows } = await owner().query(
      `select count(distinct e.id)::int as entries from journal_entries e join postings p on p.entry_id = e.id
       join ledger_accounts a on a.id = p.account_id where a.owner_id = $1 and e.kind = 'earnings_released'`,
      [creatorId],
    )
    expect(rows[0].entries).toBe(1)
  })

  test('EARN-01 ten runs at once release each earning exactly once, while refunds run in parallel', async () => {
    const sales = await Promise.all(Array.from({ length: 20 }, () => earn(creatorId, 1_000)))
    await later(7)
    await Promise.all([
      ...Array.from({ length: 8 }, () => releaseEarnings()),
      ...sales.slice(0, 10).map((sale) => reverse(creatorId, sale, 800)),
    ])
    await releaseEarnings()
    const { pending, available, owed } = await balances()
    expect({ pending, owed }).toEqual({ pending: 0n, owed: 0n })
    expect(available).toBe(8_000n)
  })

  test('EARN-01b what is due is released alone: what the same creator earned later waits for its own day', async () => {
    await earn(creatorId, 10_000)
    await later(3)
    await earn(creatorId, 5_000)
    await later(4)
    await releaseEarnings()
    expect(await balances()).toEqual({ pending: 4_000n, available: 8_000n, owed: 0n })
  })

  test('EARN-01 a debt is paid from the next earnings first', async () => {
    const sale = await earn(creatorId, 10_000)
    await later(7)
    await releaseEarnings()
    await spendAvailable(creatorId, 8_000)
    await reverse(creatorId, sale, 8_000)
    expect(await balances()).toEqual({ pending: 0n, available: 0n, owed: 8_000n })
    await earn(creatorId, 5_000)
    await later(7)
    await releaseEarnings()
    expect(await balances()).toEqual({ pending: 0n, available: 0n, owed: 4_000n })
    await earn(creatorId, 10_000)
    await later(7)
    await releaseEarnings()
    expect(await balances()).toEqual({ pending: 0n, available: 4_000n, owed: 0n })
  })
})

describe('reversal', () => {
  test('PAY-10 a part is taken from pending earnings, then from available ones, then it is owed', async () => {
    const old = await earn(creatorId, 10_000)
    await later(7)
    await releaseEarnings()
    await earn(creatorId, 5_000)
    await spendAvailable(creatorId, 6_000)
    expect(await balances()).toEqual({ pending: 4_000n, available: 2_000n, owed: 0n })
    await reverse(creatorId, old, 8_000)
    expect(await balances()).toEqual({ pending: 0n, available: 0n, owed: 2_000n })
    await later(7)
    await releaseEarnings()
    expect(await balances()).toEqual({ pending: 0n, available: 0n, owed: 2_000n })
  })

  test('PAY-10 what a creator owes is never taken from what another one earned', async () => {
    const sale = await earn(creatorId, 10_000)
    await later(7)
    await releaseEarnings()
    await spendAvailable(creatorId, 8_000)
    const other = await insertCreator(owner())
    const others = await earn(other, 20_000)
    await reverse(creatorId, sale, 8_000)
    expect(await balances()).toEqual({ pending: 0n, available: 0n, owed: 8_000n })
    const { rows } = await owner().query('select pending_used_minor from earnings where cause_id = $1', [others])
    expect(rows).toEqual([{ pending_used_minor: 0n }])
  })

  test('PAY-10 no more is reversed than was earned, in any number of parts', async () => {
    const sale = await earn(creatorId, 10_000)
    await reverse(creatorId, sale, 5_000)
    await expect(reverse(creatorId, sale, 3_001)).rejects.toThrow(/more is reversed/)
    await expect(reverse(creatorId, sale, -1)).rejects.toThrow(/more is reversed/)
    await reverse(creatorId, sale, 3_000)
    expect(await balances()).toEqual({ pending: 0n, available: 0n, owed: 0n })
  })

  test('PAY-10 of ten that reverse the same earning at once, one succeeds', async () => {
    const sale = await earn(creatorId, 10_000)
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => reverse(creatorId, sale, 8_000)))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    expect(await balances()).toEqual({ pending: 0n, available: 0n, owed: 0n })
  })

  test('PAY-10 whatever is earned, released and reversed, the accounts are the sums of the earnings', async () => {
    const event = fc.oneof(
      fc.record({ do: fc.constant('earn' as const), shillings: fc.integer({ min: 1, max: 5_000 }) }),
      fc.record({ do: fc.constant('release' as const), days: fc.integer({ min: 0, max: 4 }) }),
      fc.record({ do: fc.constant('back' as const), which: fc.nat(), part: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ do: fc.constant('spend' as const), part: fc.integer({ min: 1, max: 100 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 14 }), async (events) => {
        const sales: { id: string; left: number }[] = []
        for (const one of events) {
          if (one.do === 'earn') {
            const fee = Math.floor(one.shillings / 5)
            sales.push({ id: await earn(creatorId, one.shillings), left: one.shillings - fee })
          } else if (one.do === 'release') {
            await later(one.days)
            await releaseEarnings()
          } else if (one.do === 'back') {
            const sale = sales.at(one.which % Math.max(1, sales.length))
            const shillings = sale ? Math.ceil((sale.left * one.part) / 100) : 0
            if (!sale || shillings === 0) continue
            sale.left -= shillings
            await reverse(creatorId, sale.id, shillings)
          } else {
            const { available } = await balances()
            const shillings = Number((available * BigInt(one.part)) / 100n)
            if (shillings > 0) await spendAvailable(creatorId, shillings)
          }
        }
        await foldAccounts()
        const { rows } = await owner().query(
          `select coalesce(sum(net_minor - pending_used_minor) filter (where released_at is null), 0)::bigint as pending,
             coalesce(sum(reversed_minor), 0)::bigint as taken,
             (select coalesce(sum(from_pending_minor + from_available_minor + owed_minor), 0)::bigint from earning_reversals where creator_id = $1 and reinstated_at is null) as noted
           from earnings where creator_id = $1`,
          [creatorId],
        )
        const { pending, available, owed } = await balances()
        expect(rows[0].pending).toBe(pending * 100n)
        expect(rows[0].taken).toBe(rows[0].noted)
        expect(available >= 0n && owed >= 0n).toBe(true)
      }),
      { numRuns: 15 },
    )
  })
})

describe('what a creator sees', () => {
  test('EARN-01 DASH-02 over months: each statement adds up, and each opens with the closing balance of the last one', async () => {
    const first = now()
    let last = ''
    for (let week = 0; week < 14; week += 1) {
      for (const shillings of [4_321, 1_000 * week + 7, 9_999]) last = await earn(creatorId, shillings)
      await later(4)
      if (week % 3 === 0) await reverse(creatorId, last, 1_000)
      await later(3)
      await releaseEarnings()
      const { available } = await balances()
      if (week % 4 === 3 && available > 0n) await spendAvailable(creatorId, Number(available))
    }
    expect(await findFirstMovement(creatorId)).toEqual(expect.any(Date))
    let opening = 0n
    for (const month of monthsBetween(first, now()).toReversed()) {
      const statement = (await earningsStatement(creatorId, month))!
      expect(totalOf(statement.opening)).toBe(opening)
      expect(statement.lines.every((line) => monthOf(line.at) === month)).toBe(true)
      expect(statement.lines.some((line) => line.kind === 'earnings_released')).toBe(false)
      opening = totalOf(statement.closing)
    }
    const { pending, available, owed } = await balances()
    expect(opening).toBe((pending + available - owed) * 100n)
    expect(await earningsStatement(creatorId, '2026-13')).toBeNull()
  })

  test('DASH-03l EARN-01c the figures of the dashboard are those of the earnings, by day and by source', async () => {
    await earn(creatorId, 10_000)
    await later(8)
    await releaseEarnings()
    await earn(creatorId, 5_000)
    expect(await findCreatorBalances(creatorId)).toEqual({
      pendingMinor: 400_000n,
      availableMinor: 800_000n,
      owedMinor: 0n,
    })
    const days = await listEarningsByDay(creatorId, 30)
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toMatchObject({ clearedMinor: 0n, pendingMinor: 400_000n })
    expect(days.at(-9)).toMatchObject({ clearedMinor: 800_000n, pendingMinor: 0n })
    expect(await listEarningsBySource(creatorId, 30)).toEqual([
      { source: 'unlock', count: 2, grossMinor: 1_500_000n, feeMinor: 300_000n, netMinor: 1_200_000n },
    ])
    expect(await findAvailableBy(creatorId, now())).toBe(0n)
    expect(await findAvailableBy(creatorId, addDays(now(), 8))).toBe(400_000n)
  })
})

test('DASH-03 subscriptions, which are earned day by day, are counted by people', async () => {
  const fans = [newId(), newId()]
  await owner().query('set session_replication_role = replica')
  for (const [fan, nth] of [fans[0], fans[0], fans[1]].map((id, index) => [id, index] as const))
    await owner().query(
      `insert into creator_subscriptions (id, user_id, creator_id, purchase_id, price_minor, starts_at, ends_at)
       values ($1, $2, $3, $1, 3000000, app_now() - make_interval(days => $4), app_now() + interval '2 days')`,
      [newId(), fan, creatorId, 1 + nth],
    )
  for (let day = 0; day < 5; day += 1)
    await owner().query(
      `insert into earnings (id, creator_id, source, cause_kind, cause_id, entry_id, gross_minor, fee_minor, net_minor, earned_at, available_at)
       values ($1, $2, 'subscription', 'test', $1, $1, 100000, 20000, 80000, app_now() - make_interval(days => $3), app_now())`,
      [newId(), creatorId, day],
    )
  await owner().query('set session_replication_role = origin')
  expect(await listEarningsBySource(creatorId, 30)).toMatchObject([
    { source: 'subscription', count: 2, netMinor: 400_000n },
  ])
})

describe('pure rules', () => {
  const sum = fc.bigInt({ min: 0n, max: 10n ** 12n })

  test('PAY-10 the accounts lose exactly the reversed sum, and a debt arises only when both are empty', () => {
    fc.assert(
      fc.property(sum, sum, sum, (amount, pendingMinor, availableMinor) => {
        const taken = splitReversal(amount, { pendingMinor, availableMinor })
        expect(taken.pendingMinor + taken.availableMinor + taken.owedMinor).toBe(amount)
        if (taken.availableMinor > 0n) expect(taken.pendingMinor).toBe(pendingMinor)
        if (taken.owedMinor > 0n) expect(taken.availableMinor).toBe(availableMinor)
      }),
    )
  })

  test('PAY-10 the creator’s part of a refund never falls as more is refunded, and a full refund takes all of it', () => {
    const shillings = fc.bigInt({ min: 1n, max: 10n ** 9n })
    fc.assert(
      fc.property(
        shillings,
        fc.bigInt({ min: 0n, max: 100n }),
        fc.bigInt({ min: 0n, max: 100n }),
        (price, one, two) => {
          const grossMinor = price * 100n
          const earning = { grossMinor, feeMinor: (price / 5n) * 100n }
          const [less, more] = [one < two ? one : two, one < two ? two : one].map(
            (percent) => ((price * percent) / 100n) * 100n,
          )
          expect(creatorPartOf(earning, less!) <= creatorPartOf(earning, more!)).toBe(true)
          expect(creatorPartOf(earning, grossMinor)).toBe(grossMinor - earning.feeMinor)
          expect(creatorPartOf(earning, 0n)).toBe(0n)
        },
      ),
    )
  })
})
