import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/** What becomes of the posts that waited for the decision on their creator: all of them appear now, or none ever. */
export async function settleWaitingPosts(tx: Tx, creatorId: string, to: 'published' | 'removed'): Promise<void> {
  await tx
    .updateTable('posts')
    .set(to === 'published' ? { state: to, published_at: sql<Date>`app_now()` } : { state: to })
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'in_review')
    .execute()
}
