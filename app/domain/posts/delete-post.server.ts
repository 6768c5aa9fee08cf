import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { removePoll } from '#app/domain/polls/create-poll.server.ts'
import { forgetUnusedFiles } from '#app/domain/vault/forget-unused-files.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type PostRefusal, posterOf } from './internal/change-draft.server.ts'
import { isSold, lockPost, readMedia, writeMedia } from './internal/post-row.server.ts'
import { removeTeaser } from './internal/write-terms.server.ts'
import { canChangeState } from './lifecycle.ts'

/**
 * Deletes a post for good. Who bought it keeps it, so it and its media stay for them. A post without buyers loses its texts and its media;
 * the files stay in the vault, unless `keepFiles` is false: then those that nothing else uses are destroyed. Repeated, it does nothing more.
 */
export async function deletePost(
  actor: Actor,
  postId: string,
  { keepFiles }: { keepFiles: boolean },
): Promise<Result<{ buyersKeepIt: boolean }, PostRefusal | { kind: 'wrong_state' }>> {
  const deleted = await inTransaction(async (tx) => {
    const poster = await posterOf(tx, actor)
    if (!poster.ok) return poster
    const post = await lockPost(tx, poster.value.id, postId)
    if (!post) return refuse({ kind: 'not_there' })
    const buyersKeepIt = await isSold(tx, postId)
    if (post.state === 'deleted') return ok({ buyersKeepIt, unused: [] as string[] })
    if (!canChangeState(post.state, 'deleted', 'creator')) return refuse({ kind: 'wrong_state' })
    // Sold and in review, somebody who is shown has withdrawn: deleted, its buyers would see it again.
    if (buyersKeepIt && post.state === 'in_review') return refuse({ kind: 'wrong_state' })
    await publish(tx, { event: 'post_deleted', actorId: post.creator_id, objectId: postId })
    await tx.updateTable('posts').set({ state: 'deleted', pinned_at: null }).where('id', '=', postId).execute()
    if (buyersKeepIt) return ok({ buyersKeepIt, unused: [] as string[] })
    const media = await readMedia(tx, postId)
    await removeTeaser(tx, postId)
    await writeMedia(tx, postId, [])
    await removePoll(tx, postId)
    await tx
      .updateTable('posts')
      .set({ caption: '', typed: '{}', tags: [], category: null, cover_media_id: null })
      .where('id', '=', postId)
      .execute()
    return ok({ buyersKeepIt, unused: keepFiles ? [] : media.map((medium) => medium.mediaId) })
  })
  if (!deleted.ok) return deleted
  const { buyersKeepIt, unused } = deleted.value
  // After the transaction: the store is not part of it. What is left by a crash in between is in the vault.
  if (unused.length > 0) await forgetUnusedFiles(actor!.id, unused)
  return ok({ buyersKeepIt })
}
