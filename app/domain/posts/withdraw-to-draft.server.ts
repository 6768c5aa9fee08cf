import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { findNewPoll } from '#app/domain/polls/queries.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type PostRefusal, posterOf } from './internal/change-draft.server.ts'
import { isSold, lockPost, type PostRow } from './internal/post-row.server.ts'
import { canChangeState } from './lifecycle.ts'
import { typedOf } from './typed-post.ts'

/**
 * Takes a post back that nobody has seen yet: scheduled, being prepared, in review, or refused there. It is a draft again, as it was
 * submitted.
 */
export function withdrawToDraft(
  actor: Actor,
  postId: string,
): Promise<Result<null, PostRefusal | { kind: 'wrong_state' }>> {
  return inTransaction(async (tx) => {
    const poster = await posterOf(tx, actor)
    if (!poster.ok) return poster
    const post = await lockPost(tx, poster.value.id, postId)
    if (!post) return refuse({ kind: 'not_there' })
    if (post.state === 'draft') return ok(null)
    if (!canChangeState(post.state, 'draft', 'creator')) return refuse({ kind: 'wrong_state' })
    // It was published and sold, and waits because of a withdrawn release: staff decide, and its buyers are refunded.
    if (await isSold(tx, postId)) return refuse({ kind: 'wrong_state' })
    // Only what was refused before fans saw it: what was taken off stays as it was, for whoever asks about it later.
    if (post.state === 'removed' && (post.refusal === null || (await wasSeen(tx, post))))
      return refuse({ kind: 'wrong_state' })
    await tx
      .updateTable('posts')
      .set({
        state: 'draft',
        typed: JSON.stringify(typedOf(post, await findNewPoll(tx, postId))),
        published_at: null,
        pinned_at: null,
        submitted_at: null,
        // What was approved may change now.
        reviewed_at: null,
        review_reasons: [],
        refusal: null,
        version: post.version + 1,
      })
      .where('id', '=', postId)
      .execute()
    return ok(null)
  })
}

/** Whether fans ever saw it: it was published, also where it was closed again meanwhile. */
async function wasSeen(tx: Tx, post: PostRow): Promise<boolean> {
  if (post.published_at !== null) return true
  const { rows } = await sql`
    select from unlocks where post_id = ${post.id}
    union all select from post_view_days where post_id = ${post.id} limit 1`.execute(tx)
  return rows.length > 0
}
