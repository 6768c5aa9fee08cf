import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { Audience } from '#app/domain/media/policy.ts'
import { findNewPoll } from '#app/domain/polls/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type PostRefusal, posterOf } from './internal/change-draft.server.ts'
import { mayCarryPrice } from './internal/may-carry-price.server.ts'
import { isSold, lockPost, readMedia } from './internal/post-row.server.ts'
import { writeTerms } from './internal/write-terms.server.ts'
import { canChangeAudience, editableParts } from './policy.ts'
import type { PostState } from './post.ts'
import { type PostProblems, readPost, type TypedPost } from './typed-post.ts'

export type EditRefusal =
  | PostRefusal
  | { kind: 'not_editable'; state: PostState }
  | { kind: 'changed_elsewhere'; version: number }
  | { kind: 'invalid'; problems: PostProblems }
  | { kind: 'sold_posts_only_get_cheaper' }
  | { kind: 'pay_to_unlock_is_off' }

/**
 * Changes the texts, the audience and the price of a submitted post; its media stay. A new price is for the next buyers: who bought it keeps
 * it for what they paid. A post that somebody has bought can only become cheaper for fans.
 */
export function editPost(
  actor: Actor,
  postId: string,
  typed: TypedPost,
  version: number,
): Promise<Result<null, EditRefusal>> {
  return inTransaction(async (tx) => {
    const poster = await posterOf(tx, actor)
    if (!poster.ok) return poster
    const post = await lockPost(tx, poster.value.id, postId)
    if (!post) return refuse({ kind: 'not_there' })
    if (editableParts(post.state) !== 'texts') return refuse({ kind: 'not_editable', state: post.state })
    if (post.version !== version) return refuse({ kind: 'changed_elsewhere', version: post.version })
    const media = await readMedia(tx, postId)
    // What can't change any more keeps its stored value, whatever is sent.
    const story = post.kind === 'story' ? 'yes' : ''
    const submitted = { hasPoll: (await findNewPoll(tx, postId)) !== null }
    const { order, problems } = readPost({ ...typed, when: 'now', story }, { media, now: now(), submitted })
    if (problems) return refuse({ kind: 'invalid', problems })
    const to: Audience = order.audience.kind
    if (!canChangeAudience({ audience: post.audience, sold: await isSold(tx, postId) }, to).allowed)
      return refuse({ kind: 'sold_posts_only_get_cheaper' })
    const price = order.audience.kind === 'pay_to_unlock' ? order.audience.priceMinor : null
    if (price !== null && price !== post.price_minor && !(await mayCarryPrice(tx, post.creator_id)))
      return refuse({ kind: 'pay_to_unlock_is_off' })
    await tx
      .updateTable('posts')
      .set({
        caption: order.caption,
        tags: order.tags,
        category: order.category,
        comments_open: order.commentsOpen,
        cover_media_id: order.coverMediaId,
        version: post.version + 1,
        edited_at: sql<Date>`app_now()`,
      })
      .where('id', '=', postId)
      .execute()
    await writeTerms(tx, postId, order)
    await publish(tx, { event: 'post_edited', actorId: post.creator_id, objectId: postId })
    return ok(null)
  })
}
