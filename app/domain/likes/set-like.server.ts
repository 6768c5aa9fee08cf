import type { Actor } from '#app/domain/identity/actor.ts'
import { findPostFacts } from '#app/domain/media/find-content-facts.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canLike, type LikeDenial } from './policy.ts'

/**
 * Likes a post, or takes the like back. A repeated call changes nothing more; the database counts likes (a trigger of `post_likes`). A like
 * of a post that is closed to the fan by now can be taken back.
 */
export async function setLike(
  actor: Actor,
  postId: string,
  liked: boolean,
): Promise<Result<{ liked: boolean; likes: number }, { kind: LikeDenial }>> {
  const post = await findPostFacts(actor, postId)
  if (!post) return refuse({ kind: 'not_there' })
  const verdict = canLike(actor, post.facts, post.now)
  const takesBack =
    !liked && !verdict.allowed && (verdict.reason === 'pass_required' || verdict.reason === 'unlock_required')
  if (!verdict.allowed && !takesBack) return refuse({ kind: verdict.reason })
  if (!actor) return refuse({ kind: 'sign_in_required' })
  return inTransaction(async (tx) => {
    const like = { post_id: postId, fan_id: actor.id }
    if (liked)
      await tx
        .insertInto('post_likes')
        .values(like)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await tx
        .deleteFrom('post_likes')
        .where((row) => row.and(like))
        .execute()
    const { like_count: likes } = await tx
      .selectFrom('posts')
      .select('like_count')
      .where('id', '=', postId)
      .executeTakeFirstOrThrow()
    return ok({ liked, likes })
  })
}
