import { sql } from 'kysely'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { addToDay, dayOf, mondayOf, startOfDay } from '#app/domain/usage/day.ts'
import { CHECKSUM_OF_LINES } from './checksum-of-lines.ts'
import { allowWholeWeek } from './internal/allow-whole-week.server.ts'
import { earnWeek } from './internal/earn-week.server.ts'
import { payShares } from './internal/pay-shares.server.ts'
import { splitWeek } from './internal/split-week.server.ts'

/**
 * Sweep: shares what passes earned in each week that is over, one week after another. Every step is a transaction of its own and begins
 * where the last one stopped, so that a crash loses nothing and doubles nothing. Returns how many weeks it finished.
 */
export async function shareWeeks(): Promise<number> {
  for (let finished = 0; ; finished += 1) {
    const run = (await findOpenRun()) ?? (await beginNextWeek())
    if (!run) return finished
    if (run.state === 'earned') await inTransaction((tx) => splitWeek(tx, run.id))
    await payShares(run.id)
    await inTransaction((tx) => finish(tx, run.id))
  }
}

type Run = { id: string; state: string }

async function findOpenRun(): Promise<Run | undefined> {
  return db.selectFrom('share_runs').select(['id', 'state']).where('state', '<>', 'done').executeTakeFirst()
}

async function beginNextWeek(): Promise<Run | undefined> {
  const week = await nextWeek()
  if (week === null || startOfDay(addToDay(week, 7)) > now()) return undefined
  const id = await inTransaction((tx) => earnWeek(tx, week))
  return { id, state: 'earned' }
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
