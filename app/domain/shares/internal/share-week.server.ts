import { sql } from 'kysely'
import { taxWithin, ugx } from '#app/domain/money/money.ts'
import { postEntries } from '#app/domain/ledger/post-entries.server.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import { recordSharedPasses } from '#app/domain/subscriptions/record-shared-passes.server.ts'
import { addToDay, startOfDay } from '#app/domain/usage/day.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { passBreakage, passPoolShared, passRevenueEarned } from '../entries.ts'
import { allowWholeWeek } from './allow-whole-week.server.ts'
import { countPasses } from './count-passes.server.ts'
import { type Carried, insertLines } from './insert-lines.server.ts'

/**
 * Shares a week by the rule of `sharePass`, all passes at once: what each has earned goes to the creators whom its fan used, else to those
 * followed, else it is kept, and is breakage at the end of the pass. All statements see one snapshot of the database; a refund of a pass
 * meanwhile restarts the transaction. Returns the run's id; its creators are paid by `payShares`.
 */
export async function shareWeek(tx: Tx, week: string): Promise<string> {
  await sql`set transaction isolation level repeatable read`.execute(tx)
  await allowWholeWeek(tx)
  const id = newId()
  const end = startOfDay(addToDay(week, 7))
  const { platformFeeBasisPoints, vatBasisPoints } = await feesAt(tx, new Date(end.getTime() - 1))
  const carried = await beginRun(tx, { id, week, platformFeeBasisPoints })
  const counted = await countPasses(tx, { id, week, end, platformFeeBasisPoints })
  await insertLines(tx, id, week, carried)
  const left = await sumUp(tx, id, carried)
  // Last, because it locks every pass of the week.
  await recordSharedPasses(tx, id)
  const carriedMinor = carried.netMinor - left.netMinor
  const run = { id, vatBasisPoints, at: now() }
  await postEntries(
    tx,
    [
      passRevenueEarned({ ...run, ...counted }),
      passBreakage({ ...run, ...counted }),
      passPoolShared({ ...run, carriedMinor }),
    ].filter((entry) => entry.lines.length > 0),
  )
  await tx
    .updateTable('share_runs')
    .set({
      gross_minor: counted.grossMinor,
      fee_minor: counted.feeMinor,
      breakage_minor: counted.breakageMinor,
      breakage_tax_minor: taxWithin({ ...ugx(0), amountMinor: counted.breakageMinor }, vatBasisPoints).amountMinor,
      carried_out_minor: left.netMinor,
      carried_out_fee_minor: left.feeMinor,
    })
    .where('id', '=', id)
    .execute()
  return id
}

async function beginRun(tx: Tx, run: { id: string; week: string; platformFeeBasisPoints: number }): Promise<Carried> {
  const before = await tx
    .selectFrom('share_runs')
    .select(['carried_out_minor', 'carried_out_fee_minor'])
    .orderBy('week', 'desc')
    .limit(1)
    .executeTakeFirst()
  const carried = { netMinor: before?.carried_out_minor ?? 0n, feeMinor: before?.carried_out_fee_minor ?? 0n }
  await tx
    .insertInto('share_runs')
    .values({
      id: run.id,
      week: run.week,
      rule: 'per_pass',
      state: 'split',
      fee_basis_points: run.platformFeeBasisPoints,
      carried_in_minor: carried.netMinor,
      carried_in_fee_minor: carried.feeMinor,
    })
    .execute()
  return carried
}

/** What each creator gets of the week. Returns what is still left of the former rule's pool: all of it, or nothing. */
async function sumUp(tx: Tx, runId: string, carried: Carried): Promise<Carried> {
  await sql`
    insert into share_payments (run_id, creator_id, fans, days, net_minor, fee_minor, card_net_minor, card_fee_minor)
    select l.run_id, l.creator_id, count(distinct l.fan_id)::int, coalesce(sum(l.weight) filter (where l.basis = 'used'), 0)::int,
      sum(l.net_minor)::bigint, sum(l.fee_minor)::bigint,
      coalesce(sum(l.net_minor) filter (where p.card_funded), 0)::bigint, coalesce(sum(l.fee_minor) filter (where p.card_funded), 0)::bigint
    from share_lines l left join share_passes p on p.run_id = l.run_id and p.pass_id = l.pass_id
    where l.run_id = ${runId} group by l.run_id, l.creator_id having sum(l.net_minor) > 0`.execute(tx)
  const shared = await tx
    .selectFrom('share_lines')
    .select('creator_id')
    .where('run_id', '=', runId)
    .where('basis', '=', 'common')
    .limit(1)
    .executeTakeFirst()
  return shared ? { netMinor: 0n, feeMinor: 0n } : carried
}
