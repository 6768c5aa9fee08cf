import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type PostRefusal, posterOf } from './internal/change-draft.server.ts'
import { countPinned } from './internal/count-pinned.server.ts'
import { lockPost } from './internal/post-row.server.ts'
import { canPinPost } from './policy.ts'

/** Pins a published post to the top of its creator's page, or unpins it. Repeated, it does nothing more. */
export function pinPost(
  actor: Actor,
  postId: string,
  pinned: boolean,
): Promise<Result<null, PostRefusal | { kind: 'not_published' | 'too_many' }>> {
  return inTransaction(async (tx) => {
    const poster = await posterOf(tx, actor)
    if (!poster.ok) return poster
    const post = await lockPost(tx, poster.value.id, postId)
    if (!post) return refuse({ kind: 'not_there' })
    if ((post.pinned_at !== null) === pinned) return ok(null)
    if (pinned) {
      const verdict = canPinPost(
        { state: post.state, expiresAt: post.expires_at },
        await countPinned(tx, post.creator_id),
      )
      if (!verdict.allowed) return refuse({ kind: verdict.reason })
    }
    await tx
      .updateTable('posts')
      .set({ pinned_at: pinned ? sql<Date>`app_now()` : null })
      .where('id', '=', postId)
      .execute()
    return ok(null)
  })
}
