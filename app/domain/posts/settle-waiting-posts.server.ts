import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/** Publishes all posts that waited for the decision on their creator, or removes them all. */
export async function settleWaitingPosts(tx: Tx, creatorId: string, to: 'published' | 'removed'): Promise<void> {
  await tx
    .updateTable('posts')
    .set(to === 'published' ? { state: to, published_at: sql<Date>`app_now()` } : { state: to })
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'in_review')
    .execute()
}
