import type { Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { type PostContent, writePost } from './internal/write-post.server.ts'

export type NewPost = PostContent & { publishedAt: Date }

/**
 * Writes a reviewed post with its media in the caller's transaction. Returns its id. Throws for a price where its creator has switched
 * pay-to-unlock off (check `canCarryPrice` before), and for media of another owner.
 */
export async function publishPost(tx: Tx, { publishedAt, ...post }: NewPost): Promise<string> {
  const written = await writePost(tx, post, publishedAt)
  invariant(written.ok, 'a post of this creator can\u2019t carry a price')
  return written.value
}
