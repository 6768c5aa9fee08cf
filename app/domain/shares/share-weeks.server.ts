import { sql } from 'kysely'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { addToDay, dayOf, mondayOf, startOfDay } from '#app/domain/usage/day.ts'
import { CHECKSUM_OF_LINES } from './checksum-of-lines.ts'
import { allowWholeWeek } from './internal/allow-whole-week.server.ts'
import { payShares } from './internal/pay-shares.server.ts'
import { shareWeek } from './internal/share-week.server.ts'

/**
 * Scheduled task: shares what passes earned in each finished week, one week after another. Every step is a transaction of its own and
 * begins where the last one stopped, so that a crash loses and doubles nothing. Returns how many weeks it finished.
 */
export async function shareWeeks(): Promise<number> {
  for (let finished = 0; ; finished += 1) {
    const runId = (await findOpenRun()) ?? (await shareNextWeek())
    if (!runId) return finished
    await payShares(runId)
    await inTransaction((tx) => finish(tx, runId))
  }
}

async function findOpenRun(): Promise<string | undefined> {
  const run = await db.selectFrom('share_runs').select('id').where('state', '<>', 'done').executeTakeFirst()
  return run?.id
}

async function shareNextWeek(): Promise<string | undefined> {
  const week = await nextWeek()
  if (week === null || startOfDay(addToDay(week, 7)) > now()) return undefined
  return inTransaction((tx) => shareWeek(tx, week))
}

/** The week after the last one that was shared; at first the one in which the first pass began. */
async function nextWeek(): Promise<string | null> {
  const { rows } = await sql<{ last: string | null; first: Date | null }>`
    select (select max(week) from share_runs) as last,
      (select min(starts_at) from subscriptions where status = 'active' and deferred_minor > 0) as first`.execute(db)
  const { last, first } = rows[0]!
  if (last !== null) return addToDay(last, 7)
  return first && mondayOf(dayOf(first))
}

async function finish(tx: Tx, runId: string): Promise<void> {
  await allowWholeWeek(tx)
  await tx
    .updateTable('share_runs')
    .set({
      state: 'done',
      done_at: sql<Date>`app_now()`,
      checksum: sql<string>`(select ${sql.raw(CHECKSUM_OF_LINES)} from share_lines l where l.run_id = ${runId})`,
    })
    .where('id', '=', runId)
    .where('state', '=', 'split')
    .execute()
}
