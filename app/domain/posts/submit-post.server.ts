import type { Tx } from '#app/platform/db.server.ts'
import type { Result } from '#app/platform/result.ts'
import { type PostContent, type PriceRefusal, writePost } from './internal/write-post.server.ts'

/** Writes a post that only its creator sees before it is reviewed, in the caller's transaction. Returns its id. */
export function submitPost(tx: Tx, post: PostContent): Promise<Result<string, PriceRefusal>> {
  return writePost(tx, post, null)
}

/** Withdraws a post that is still in review, because another one replaces it. */
export async function withdrawPost(tx: Tx, creatorId: string, postId: string): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ state: 'removed' })
    .where('id', '=', postId)
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'in_review')
    .execute()
}
