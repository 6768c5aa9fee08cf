import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

/** Opens or closes the comments of a creator's own post. What was written stays; the same choice again changes nothing. */
export function setCommentsOpen(
  creator: Person,
  postId: string,
  open: boolean,
): Promise<Result<null, { kind: 'not_there' }>> {
  if (!isId(postId)) return Promise.resolve(refuse({ kind: 'not_there' }))
  return inTransaction(async (tx) => {
    const changed = await tx
      .updateTable('posts')
      .set({ comments_open: open })
      .where('id', '=', postId)
      .where('creator_id', '=', creator.id)
      .where('state', '!=', 'removed')
      .returning('id')
      .executeTakeFirst()
    return changed ? ok(null) : refuse({ kind: 'not_there' })
  })
}
