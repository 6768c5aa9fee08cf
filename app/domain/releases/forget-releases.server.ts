import { sql } from 'kysely'
import { inTransaction } from '#app/platform/db.server.ts'
import { RELEASE_LIMITS } from './release.ts'

/**
 * Scheduled task: destroys what was signed a month after its post is gone for everybody, and ends links that nobody used. Returns how many
 * statements were destroyed.
 */
export function forgetReleases(): Promise<number> {
  return inTransaction(async (tx) => {
    await sql`
      update release_statements s set keep_until = app_now() + make_interval(days => ${RELEASE_LIMITS.keepDays})
      from releases r join posts p on p.id = r.post_id
      where s.release_id = r.id and s.keep_until is null and s.destroyed_at is null
        and (p.state = 'removed' or (p.state = 'deleted' and not exists (
          select from unlocks u where u.post_id = p.id and u.revoked_at is null)))`.execute(tx)
    await sql`update releases set token_hash = null, link_ends_at = null where link_ends_at <= app_now()`.execute(tx)
    const { rows } = await sql`
      update release_statements set sealed = null, destroyed_at = app_now()
      where keep_until <= app_now() and destroyed_at is null returning release_id`.execute(tx)
    return rows.length
  })
}
