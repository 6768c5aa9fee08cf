import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

export type Blocking = { postId: string; mediaIds: readonly string[]; reason: string; staffId: string }

/**
 * Puts media of a post on the block list, in the reviewer's transaction: their exact bytes and, of photos, what they look like. One that is
 * there already stays as it is. The caller has checked the actor's right. Returns how many were added.
 */
export async function blockMedia(tx: Tx, { postId, mediaIds, reason, staffId }: Blocking): Promise<number> {
  if (mediaIds.length === 0) return 0
  const media = await tx
    .selectFrom('media as m')
    .innerJoin('post_media as p', 'p.media_id', 'm.id')
    .select(['m.id', 'm.kind', 'm.content_sha256', 'm.owner_id'])
    .where('p.post_id', '=', postId)
    .where('m.id', 'in', [...mediaIds])
    .orderBy('m.id')
    .execute()
  let blocked = 0
  for (const medium of media) {
    const id = newId()
    const added = await tx
      .insertInto('blocked_media')
      .values({
        id,
        media_id: medium.id,
        kind: medium.kind,
        content_sha256: medium.content_sha256,
        owner_id: medium.owner_id,
        post_id: postId,
        reason,
        blocked_by: staffId,
      })
      .onConflict((conflict) => conflict.column('media_id').where('unblocked_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) continue
    blocked += 1
    await publish(tx, { event: 'medium_blocked', actorId: staffId, objectId: medium.id, detail: { postId } })
  }
  await copyFingerprints(tx)
  return blocked
}

/** Copies what blocked photos look like as soon as it is known, so that it stays when they are destroyed. */
export async function copyFingerprints(tx: Tx): Promise<void> {
  await sql`
    insert into blocked_fingerprints (block_id, part, fingerprint)
    select b.id, f.part, f.fingerprint from blocked_media b join media_fingerprints f on f.media_id = b.media_id
    where b.kind = 'photo' and b.unblocked_at is null
      and not exists (select from blocked_fingerprints c where c.block_id = b.id)
    on conflict do nothing`.execute(tx)
}
