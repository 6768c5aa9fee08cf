import { sql } from 'kysely'
import { fingerprintPhotosOf } from '#app/domain/blocklist/compare-media.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { lockPost } from './internal/post-row.server.ts'
import { settleSubmitted } from './internal/settle-submitted.server.ts'

const AT_ONCE = 200

/**
 * Scheduled task: publishes posts whose time has come and posts whose media are ready, and returns those to the drafts whose media failed.
 * Each is settled under its lock, so two servers publish it once. Returns how many changed.
 */
export async function publishDuePosts(): Promise<number> {
  const { rows } = await sql<{ id: string; creator_id: string }>`
    select p.id, p.creator_id from posts p
    where (p.state = 'scheduled' and p.published_at <= app_now())
      or (p.state = 'processing' and (
        not exists (select from post_media pm join media m on m.id = pm.media_id where pm.post_id = p.id and m.state = 'processing')
        or exists (select from post_media pm join media m on m.id = pm.media_id where pm.post_id = p.id and m.state = 'failed')))
    order by p.published_at nulls first, p.id limit ${AT_ONCE}`.execute(db)
  return forEachIsolated(rows, 'publishing posts', async ({ id, creator_id }) => {
    await fingerprintPhotosOf(id)
    return inTransaction(async (tx) => {
      const post = await lockPost(tx, creator_id, id)
      if (!post || (post.state !== 'scheduled' && post.state !== 'processing')) return false
      return (await settleSubmitted(tx, post, 'system')) !== post.state
    })
  })
}
