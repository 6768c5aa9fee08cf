import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { PostKind } from '../post.ts'
import { mayCarryPrice } from './may-carry-price.server.ts'

export type PostContent = {
  creatorId: string
  kind: PostKind
  caption: string
  /** `priceMinor` is UGX minor units. */
  audience: { kind: 'public' } | { kind: 'subscribers' } | { kind: 'pay_to_unlock'; priceMinor: bigint }
  /** In their order; all of them the creator's own and of purpose `post`. */
  mediaIds: readonly string[]
  /** For stories alone. */
  expiresAt: Date | null
  /** How much of its first video everybody sees, in seconds. */
  freeSeconds?: number
  /** What its creator states about who is shown. */
  shown?: 'only_me' | 'with_others' | null
}

export type PriceRefusal = { kind: 'pay_to_unlock_is_off' }

/**
 * Writes a post with its media; `publishedAt` is null while it is in review. Refuses a price where its creator has switched pay-to-unlock
 * off. Throws for media of another owner: a post never gives access to another person's picture.
 */
export async function writePost(
  tx: Tx,
  post: PostContent,
  publishedAt: Date | null,
): Promise<Result<string, PriceRefusal>> {
  invariant((post.kind === 'story') === (post.expiresAt !== null), 'stories expire and nothing else does')
  if (post.audience.kind === 'pay_to_unlock') {
    if (!(await mayCarryPrice(tx, post.creatorId))) return refuse({ kind: 'pay_to_unlock_is_off' })
  }
  const own = await tx
    .selectFrom('media')
    .select('id')
    .where('id', 'in', [...post.mediaIds])
    .where('owner_id', '=', post.creatorId)
    .where('purpose', '=', 'post')
    .execute()
  invariant(
    own.length === new Set(post.mediaIds).size && own.length === post.mediaIds.length,
    'a post contains its creator\u2019s own media',
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
      free_seconds: post.freeSeconds ?? null,
      caption: post.caption,
      state: publishedAt === null ? 'in_review' : 'published',
      published_at: publishedAt,
      submitted_at: sql<Date>`app_now()`,
      reviewed_at: publishedAt,
      expires_at: post.expiresAt,
      ...(post.shown && { shown: post.shown, shown_stated_at: sql<Date>`app_now()` }),
    })
    .execute()
  await tx
    .insertInto('post_media')
    .values(post.mediaIds.map((mediaId, position) => ({ post_id: id, position, media_id: mediaId })))
    .execute()
  return ok(id)
}
