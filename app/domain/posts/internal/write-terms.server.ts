import { asRole, type Tx } from '#app/platform/db.server.ts'
import type { PostOrder } from '../typed-post.ts'

/**
 * Writes who sees a post: its audience, its price and what everybody sees of it. The server's own role can't, so that no smuggled statement
 * opens a post; the caller has checked the change.
 */
export async function writeTerms(
  tx: Tx,
  postId: string,
  { audience, teaserMediaId, freeSeconds }: Pick<PostOrder, 'audience' | 'teaserMediaId' | 'freeSeconds'>,
): Promise<void> {
  await asRole(tx, 'peach_decisions', () =>
    tx
      .updateTable('posts')
      .set({
        audience: audience.kind,
        price_minor: audience.kind === 'pay_to_unlock' ? audience.priceMinor : null,
        teaser_media_id: teaserMediaId,
        free_seconds: freeSeconds,
      })
      .where('id', '=', postId)
      .execute(),
  )
}

/** What was open to everybody is so no more. */
export async function removeTeaser(tx: Tx, postId: string): Promise<void> {
  await asRole(tx, 'peach_decisions', () =>
    tx.updateTable('posts').set({ teaser_media_id: null, free_seconds: null }).where('id', '=', postId).execute(),
  )
}
