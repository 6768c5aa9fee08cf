import type { Person } from '#app/domain/identity/actor.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canKeepTools } from './policy.ts'
import { readSavedReply, SAVED_REPLIES, type SavedReplyProblem } from './saved-reply.ts'

export type SavedReplyRefusal =
  | { kind: 'not_there' | 'not_permitted' | 'too_many' }
  | { kind: 'name_taken' }
  | { kind: 'invalid'; problem: SavedReplyProblem }

type Typed = { name: string; text: string }

/** Adds a saved reply, or changes the one with this id. The same again changes nothing. */
export function setSavedReply(
  creator: Person,
  replyId: string | null,
  typed: Typed,
): Promise<Result<null, SavedReplyRefusal>> {
  return inTransaction(async (tx) => {
    if (!canKeepTools(creator).allowed) return refuse({ kind: 'not_permitted' })
    // Counted and compared by name: two forms at once wait for each other.
    await advisoryLock(tx, `saved replies of ${creator.id}`)
    const known = await listIds(tx, creator.id)
    if (replyId !== null && !known.some(({ id }) => id === replyId)) return refuse({ kind: 'not_there' })
    const { value, problem } = readSavedReply(typed)
    if (!value) return refuse({ kind: 'invalid', problem })
    const same = known.find(({ name }) => name === value.name)
    if (replyId === null) {
      if (same) return same.body === value.body ? ok(null) : refuse({ kind: 'name_taken' })
      if (known.length >= SAVED_REPLIES.max) return refuse({ kind: 'too_many' })
      await tx
        .insertInto('chat_saved_replies')
        .values({ id: newId(), creator_id: creator.id, ...value })
        .execute()
      return ok(null)
    }
    if (same && same.id !== replyId) return refuse({ kind: 'name_taken' })
    await tx
      .updateTable('chat_saved_replies')
      .set({ ...value, changed_at: now() })
      .where('id', '=', replyId)
      .execute()
    return ok(null)
  })
}

function listIds(tx: Tx, creatorId: string): Promise<{ id: string; name: string; body: string }[]> {
  return tx
    .selectFrom('chat_saved_replies')
    .select(['id', 'name', 'body'])
    .where('creator_id', '=', creatorId)
    .execute()
}

/** Deletes a saved reply; repeated, it does nothing more. Messages that were written with it stay. */
export async function deleteSavedReply(creator: Person, replyId: string): Promise<void> {
  if (!isId(replyId)) return
  await inTransaction((tx) =>
    tx.deleteFrom('chat_saved_replies').where('id', '=', replyId).where('creator_id', '=', creator.id).execute(),
  )
}
