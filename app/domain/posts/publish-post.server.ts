import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import type { PostKind } from './post.ts'

export type NewPost = {
  creatorId: string
  kind: PostKind
  caption: string
  /** `priceMinor` is UGX minor units. */
  audience: { kind: 'public' } | { kind: 'subscribers' } | { kind: 'pay_to_unlock'; priceMinor: bigint }
  /** In their order; all of them the creator's own and of purpose `post`. */
  mediaIds: readonly string[]
  publishedAt: Date
  /** For stories alone. */
  expiresAt: Date | null
}

/**
 * Writes a reviewed post with its media in the caller's transaction. Returns its id. Throws for media that are another's: a post is never
 * a way to somebody else's picture.
 */
export async function publishPost(tx: Tx, post: NewPost): Promise<string> {
  invariant((post.kind === 'story') === (post.expiresAt !== null), 'stories vanish and nothing else does')
  const own = await tx
    .selectFrom('media')
    .select('id')
    .where('id', 'in', [...post.mediaIds])
    .where('owner_id', '=', post.creatorId)
    .where('purpose', '=', 'post')
    .execute()
  invariant(
    own.length === new Set(post.mediaIds).size && own.length === post.mediaIds.length,
    'a post carries its creator\u2019s own media',
  )
  const id = newId()
  await tx
    .insertInto('posts')
    .values({
      id,
      creator_id: post.creatorId,
      kind: post.kind,
      audience: post.audience.kind,
      price_minor: post.audience.kind === 'pay_to_unlock' ? post.audience.priceMinor : null,
      caption: post.caption,
      state: 'published',
      published_at: post.publishedAt,
      expires_at: post.expiresAt,
    })
    .execute()
  await tx
    .insertInto('post_media')
    .values(post.mediaIds.map((mediaId, position) => ({ post_id: id, position, media_id: mediaId })))
    .execute()
  return id
}
