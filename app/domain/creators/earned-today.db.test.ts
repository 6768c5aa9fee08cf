import { expect, test } from 'vitest'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import { reinstateEarnings } from '#app/domain/earnings/reinstate-earnings.server.ts'
import { credit, debit } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { addDays, now, setClockAdvance } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { useDatabase } from '#tests/support/database.ts'
import { earn, insertCreator, reverse } from '#tests/support/earnings.ts'
import { findCreatorById, findCreatorDay } from './queries.server.ts'

const { owner } = useDatabase()

// What the page asked of the ledger before: the credits of today, less what was reversed today and not given back.
const OF_LEDGER = `
  select (coalesce((select -sum(p.amount_minor) from ledger_accounts a join postings p on p.account_id = a.id join journal_entries e on e.id = p.entry_id
      where a.purpose = 'creator_pending' and a.owner_id = $1 and a.currency = 'UGX' and p.amount_minor < 0 and e.happened_at >= t.midnight), 0)
    - coalesce((select sum(r.from_pending_minor + r.from_available_minor + r.owed_minor) from earning_reversals r
      where r.creator_id = $1 and r.reinstated_at is null and r.reversed_at >= t.midnight), 0))::bigint as minor
  from (select date_trunc('day', app_now() at time zone 'Africa/Kampala') at time zone 'Africa/Kampala' as midnight) t`

async function today(creatorId: string): Promise<bigint> {
  const { rows } = await owner().query<{ minor: bigint }>(OF_LEDGER, [creatorId])
  const day = (await findCreatorDay(creatorId))!
  expect(day.netMinor - day.reversedMinor).toBe(rows[0]!.minor)
  const page = (await findCreatorById(creatorId))!.earnedTodayMinor
  expect(page).toBe(rows[0]!.minor < 0n ? 0n : rows[0]!.minor)
  return rows[0]!.minor
}

/** A reversal turns out to have been wrong: the creator gets it back as available, as a won chargeback does. */
async function reinstate(creatorId: string): Promise<void> {
  const { rows } = await owner().query<{ kind: string; id: string; minor: bigint }>(
    `select cause_kind as kind, cause_id as id, (from_pending_minor + from_available_minor + owed_minor)::bigint as minor
     from earning_reversals where creator_id = $1 and reinstated_at is null`,
    [creatorId],
  )
  for (const { kind, id, minor } of rows)
    await inTransaction(async (tx) => {
      await reinstateEarnings(tx, { creatorId, causeKind: kind, causeId: id, at: now() })
      await postEntry(tx, {
        kind: 'chargeback_won',
        idempotencyKey: `won ${id}`,
        causeKind: 'chargeback',
        causeId: id,
        happenedAt: now(),
        lines: [
          debit({ purpose: 'chargeback_losses', ownerId: null, currency: 'UGX' }, minor),
          credit(creatorAccount('creator_available', creatorId), minor),
        ],
      })
    })
}

test('PROF-01 DASH-02 what was earned today is what the ledger says: sales, reversals of today and of before, and reinstated ones', async () => {
  const creatorId = await insertCreator(owner())
  const seen: bigint[] = []
  const see = async () => seen.push((await today(creatorId)) / 100n)
  const first = await earn(creatorId, 100_000)
  await see()
  await reverse(creatorId, first, 30_000)
  await see()
  await reinstate(creatorId)
  await see()
  const dayMs = addDays(now(), 1).getTime() - now().getTime()
  setClockAdvance(dayMs)
  await owner().query(`update app_clock set advanced_by = make_interval(secs => $1)`, [dayMs / 1_000])
  await see()
  // Of yesterday's sale, today.
  await reverse(creatorId, first, 50_000)
  await see()
  await earn(creatorId, 200_000)
  await see()
  await reinstate(creatorId)
  await see()
  expect(seen).toEqual([80_000n, 50_000n, 80_000n, 0n, -50_000n, 110_000n, 160_000n])
})

test('DASH-02b the day of a creator is what was sold, its fee and what is left', async () => {
  const creatorId = await insertCreator(owner())
  await earn(creatorId, 5_000)
  expect(await findCreatorDay(creatorId)).toMatchObject({
    grossMinor: 500_000n,
    feeMinor: 100_000n,
    netMinor: 400_000n,
  })
})
