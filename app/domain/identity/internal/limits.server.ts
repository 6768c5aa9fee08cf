import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

/** Makes commands on the same thing wait for each other until the transaction ends. */
export async function advisoryLock(tx: Tx, thing: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 0))`.execute(tx)
}

export async function recordHit(tx: Tx | Db, key: string, subject: string): Promise<void> {
  await tx.insertInto('rate_limit_hits').values({ key, subject }).execute()
}

/** How many hits a key had in the last hour and the last day, and how many different subjects; `ofSubject` counts one subject's. */
export async function countHits(tx: Tx | Db, key: string, subject = '') {
  const { rows } = await sql<{
    hour: number
    day: number
    subjects_hour: number
    subjects_day: number
    of_subject_day: number
  }>`
    select
      count(*) filter (where at > app_now() - interval '1 hour')::int as hour,
      count(*)::int as day,
      count(distinct subject) filter (where at > app_now() - interval '1 hour' and subject <> ${subject})::int as subjects_hour,
      count(distinct subject) filter (where subject <> ${subject})::int as subjects_day,
      count(*) filter (where subject = ${subject})::int as of_subject_day
    from rate_limit_hits where key = ${key} and at > app_now() - interval '1 day'
  `.execute(tx)
  const counted = rows[0]!
  return {
    hour: counted.hour,
    day: counted.day,
    /** Different subjects other than the given one. */
    othersInHour: counted.subjects_hour,
    othersInDay: counted.subjects_day,
    ofSubjectInDay: counted.of_subject_day,
  }
}
