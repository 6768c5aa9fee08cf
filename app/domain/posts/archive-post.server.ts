import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { findBlocked } from '#app/domain/blocklist/compare-media.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type PostRefusal, posterOf } from './internal/change-draft.server.ts'
import { lockPost } from './internal/post-row.server.ts'
import { canChangeState } from './lifecycle.ts'

/** `media_blocked`: staff have removed a file with the same bytes meanwhile. */
type ArchiveRefusal = PostRefusal | { kind: 'wrong_state' } | { kind: 'media_blocked' }

/** Takes a published post off its creator's page; who bought it keeps it. Repeated, it does nothing more. */
export function archivePost(actor: Actor, postId: string): Promise<Result<null, ArchiveRefusal>> {
  return changeTo(actor, postId, 'archived')
}

/** Puts an archived post back where it was on the page. Nobody is notified again. */
export function restorePost(actor: Actor, postId: string): Promise<Result<null, ArchiveRefusal>> {
  return changeTo(actor, postId, 'published')
}

function changeTo(actor: Actor, postId: string, to: 'archived' | 'published'): Promise<Result<null, ArchiveRefusal>> {
  return inTransaction(async (tx) => {
    const poster = await posterOf(tx, actor)
    if (!poster.ok) return poster
    const post = await lockPost(tx, poster.value.id, postId)
    if (!post) return refuse({ kind: 'not_there' })
    if (post.state === to) return ok(null)
    // Publishing for the first time is not a restoration.
    const from = to === 'archived' ? 'published' : 'archived'
    if (post.state !== from || !canChangeState(from, to, 'creator')) return refuse({ kind: 'wrong_state' })
    if (to === 'published' && (await findBlocked(tx, await mediaOf(tx, postId))).length > 0)
      return refuse({ kind: 'media_blocked' })
    await tx
      .updateTable('posts')
      .set(
        to === 'archived'
          ? { state: to, archived_at: sql<Date>`app_now()`, pinned_at: null }
          : { state: to, archived_at: null },
      )
      .where('id', '=', postId)
      .execute()
    await publish(tx, {
      event: to === 'archived' ? 'post_archived' : 'post_restored',
      actorId: post.creator_id,
      objectId: postId,
    })
    return ok(null)
  })
}

async function mediaOf(tx: Tx, postId: string): Promise<string[]> {
  const rows = await tx.selectFrom('post_media').select('media_id').where('post_id', '=', postId).execute()
  return rows.map((row) => row.media_id)
}
