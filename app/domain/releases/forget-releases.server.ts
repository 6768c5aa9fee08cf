import { sql } from 'kysely'
import { inTransaction } from '#app/platform/db.server.ts'
import { KEEP_DAYS } from '#app/domain/documents/document.ts'
import { limitReleasePhotos } from '#app/domain/documents/release-photos.server.ts'
import { RELEASE_LIMITS } from './release.ts'

/**
 * Scheduled task: destroys what was signed a month after its post is gone for everybody, and ends links that nobody used. Returns how many
 * statements were destroyed. Identity photos end a month after the post is decided.
 */
export function forgetReleases(): Promise<number> {
  return inTransaction(async (tx) => {
    await sql`
      update release_statements s set keep_until = app_now() + make_interval(days => ${RELEASE_LIMITS.keepDays})
      from releases r join posts p on p.id = r.post_id
      where s.release_id = r.id and s.keep_until is null and s.destroyed_at is null
        and (p.state = 'removed' or (p.state = 'deleted' and not exists (
          select from unlocks u where u.post_id = p.id and u.revoked_at is null)))`.execute(tx)
    const decided = await sql<{ id: string }>`
      select r.id from releases r join posts p on p.id = r.post_id join sealed_documents d on d.release_id = r.id
      where d.destroyed_at is null and d.keep_until > app_now() + make_interval(days => ${KEEP_DAYS.decided})
        and p.state in ('published', 'scheduled', 'archived', 'removed', 'deleted')`.execute(tx)
    await limitReleasePhotos(
      tx,
      decided.rows.map(({ id }) => id),
    )
    await sql`update releases set token_hash = null, link_ends_at = null where link_ends_at <= app_now()`.execute(tx)
    const { rows } = await sql`
      update release_statements set sealed = null, destroyed_at = app_now()
      where keep_until <= app_now() and destroyed_at is null returning release_id`.execute(tx)
    return rows.length
  })
}
