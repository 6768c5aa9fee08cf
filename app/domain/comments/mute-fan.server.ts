import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { hideComments, lockCommentsOf } from './internal/hide-comments.server.ts'

/**
 * Mutes the author of a comment: from now on only that fan sees what they write under this creator's posts. The fan is not notified, and
 * loses nothing else.
 */
export function muteFan(
  creator: Person,
  commentId: string,
): Promise<Result<{ fanId: string }, { kind: 'not_there' } | { kind: 'oneself' }>> {
  if (!isId(commentId)) return Promise.resolve(refuse({ kind: 'not_there' }))
  return inTransaction(async (tx) => {
    const comment = await tx
      .selectFrom('post_comments')
      .select('author_id')
      .where('id', '=', commentId)
      .where('creator_id', '=', creator.id)
      .executeTakeFirst()
    if (!comment) return refuse({ kind: 'not_there' })
    const fanId = comment.author_id
    if (fanId === creator.id) return refuse({ kind: 'oneself' })
    await lockCommentsOf(tx, creator.id, fanId)
    await tx
      .insertInto('comment_mutes')
      .values({ creator_id: creator.id, fan_id: fanId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await hideComments(tx, { creatorId: creator.id, fanId, muted: true })
    return ok({ fanId })
  })
}

/** Shows the comments of a muted fan to everybody again. Changes nothing for a fan who is not muted. */
export function unmuteFan(creator: Person, fanId: string): Promise<void> {
  return inTransaction(async (tx) => {
    if (!isId(fanId)) return
    await lockCommentsOf(tx, creator.id, fanId)
    await tx.deleteFrom('comment_mutes').where('creator_id', '=', creator.id).where('fan_id', '=', fanId).execute()
    await hideComments(tx, { creatorId: creator.id, fanId, muted: false })
  })
}
