import type { Selectable } from 'kysely'
import type { Posts } from '../../../../db/types.ts'
import { hasRow, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'

export type PostRow = Selectable<Posts>
export type MediumRow = {
  mediaId: string
  kind: 'photo' | 'video' | 'voice'
  state: 'processing' | 'ready' | 'failed'
}

/**
 * A post under its lock, or null where this creator has no such post. The lock is the strong one: a purchase that is being completed holds a
 * weak one until its right is written, so deleting waits for it.
 */
export async function lockPost(tx: Tx, creatorId: string, postId: string): Promise<PostRow | null> {
  if (!isId(postId)) return null
  const row = await tx
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', postId)
    .where('creator_id', '=', creatorId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The media of a post in their order. */
export function readMedia(tx: Tx, postId: string): Promise<MediumRow[]> {
  return tx
    .selectFrom('post_media as p')
    .innerJoin('media as m', 'm.id', 'p.media_id')
    .select(['m.id as mediaId', 'm.kind', 'm.state'])
    .where('p.post_id', '=', postId)
    .orderBy('p.position')
    .execute()
}

/** Writes the list of a post's media anew, in this order. */
export async function writeMedia(tx: Tx, postId: string, mediaIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('post_media').where('post_id', '=', postId).execute()
  if (mediaIds.length === 0) return
  await tx
    .insertInto('post_media')
    .values(mediaIds.map((mediaId, position) => ({ post_id: postId, position, media_id: mediaId })))
    .execute()
}

/** Whether somebody has bought a post and still has it. */
export function isSold(tx: Tx, postId: string): Promise<boolean> {
  return hasRow(
    tx.selectFrom('unlocks').select('id').where('post_id', '=', postId).where('revoked_at', 'is', null).limit(1),
  )
}
