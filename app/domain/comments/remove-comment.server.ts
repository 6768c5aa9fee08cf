import { sql } from 'kysely'
import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canRemoveComment } from './policy.ts'

type RemovedBy = 'author' | 'creator' | 'staff'

/** Removes a comment with the replies to it, for its author or the creator of the post. Removed already, it stays as it is. */
export function removeComment(
  actor: Person,
  commentId: string,
): Promise<Result<{ postId: string }, { kind: 'not_there' }>> {
  if (!isId(commentId)) return Promise.resolve(refuse({ kind: 'not_there' }))
  return inTransaction(async (tx) => {
    const comment = await tx
      .selectFrom('post_comments')
      .select(['post_id', 'author_id', 'creator_id'])
      .where('id', '=', commentId)
      .forUpdate()
      .executeTakeFirst()
    const facts = comment && { authorId: comment.author_id, creatorId: comment.creator_id }
    // Whether somebody else's comment exists is not revealed.
    if (!facts || !canRemoveComment(actor, facts).allowed) return refuse({ kind: 'not_there' })
    await markRemoved(tx, commentId, actor.id === facts.authorId ? 'author' : 'creator')
    return ok({ postId: comment.post_id })
  })
}

/** Removes a comment in the transaction of a decision about a report. The caller has checked the permission. */
export function removeReportedComment(tx: Tx, commentId: string): Promise<void> {
  return markRemoved(tx, commentId, 'staff')
}

/** An author's own text is forgotten at once; what others removed stays for a complaint until the account is erased. */
async function markRemoved(tx: Tx, commentId: string, by: RemovedBy): Promise<void> {
  await sql`
    update post_comments set removed_at = app_now(), removed_by = ${by},
      body = case when ${by} = 'author' and id = ${commentId} then '' else body end
    where (id = ${commentId} or reply_to = ${commentId}) and removed_at is null`.execute(tx)
}
