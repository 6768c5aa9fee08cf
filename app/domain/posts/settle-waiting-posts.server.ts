import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { lockPost } from './internal/post-row.server.ts'
import { settleSubmitted } from './internal/settle-submitted.server.ts'

/** Publishes all posts that waited for the decision on their creator, or removes them all. A scheduled one waits for its time. */
export async function settleWaitingPosts(
  tx: Tx,
  creatorId: string,
  to: 'published' | { removedFor: string },
): Promise<void> {
  const waiting = await tx
    .updateTable('posts')
    .set(to === 'published' ? { reviewed_at: sql<Date>`app_now()` } : { state: 'removed', refusal: to.removedFor })
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'in_review')
    .returning('id')
    .execute()
  if (to !== 'published') return
  for (const { id } of waiting.toSorted((a, b) => a.id.localeCompare(b.id)))
    await settleSubmitted(tx, (await lockPost(tx, creatorId, id))!, 'staff')
}
