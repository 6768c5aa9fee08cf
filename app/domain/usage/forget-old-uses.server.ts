import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

/** Days of use serve a week's sharing and the time in which it may be questioned; then the record of who used whom is no longer needed. */
export const USE_DAYS = 60

const AT_ONCE = 20_000

/** Scheduled task: deletes the use of weeks that were shared long ago, and at once that of closed accounts. */
export async function forgetOldUses(): Promise<number> {
  const { rows } = await sql<{ day: string }>`
    with shared as (select max(week) + 7 as day from share_runs where state = 'done'),
    old as (
      select u.ctid from creator_uses u, shared
      where u.day < shared.day and (u.day < (app_now() at time zone 'Africa/Kampala')::date - ${USE_DAYS}::int
        or exists (select from profiles p where p.id = u.fan_id and p.account_status = 'closed'))
      limit ${AT_ONCE}
    )
    delete from creator_uses u using old where u.ctid = old.ctid returning u.day`.execute(db)
  return rows.length
}
