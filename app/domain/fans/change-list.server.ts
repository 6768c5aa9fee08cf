import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { FAN_LISTS, type ListNameProblem, readListName } from './list.ts'
import { canKeepLists } from './policy.ts'

export type ListRefusal =
  | { kind: 'not_there' | 'not_permitted' | 'too_many' | 'name_taken' }
  | { kind: 'invalid'; problem: ListNameProblem }

type Answer = Result<{ listId: string }, ListRefusal>

/** Adds a list, or gives the one with this id another name. A form that is sent twice makes one list. */
export function setList(creator: Actor, listId: string | null, typed: string): Promise<Answer> {
  return inTransaction<Answer>(async (tx) => {
    if (!creator || !canKeepLists(creator).allowed) return refuse({ kind: 'not_permitted' })
    const { name, problem } = readListName(typed)
    if (name === null) return refuse({ kind: 'invalid', problem })
    // Counted and compared by name: two forms at once wait for each other.
    await advisoryLock(tx, `lists of ${creator.id}`)
    const known = await listNames(tx, creator.id)
    const same = known.find((list) => list.name.toLowerCase() === name.toLowerCase())
    if (listId === null) {
      if (same) return ok({ listId: same.id })
      if (known.length >= FAN_LISTS.max) return refuse({ kind: 'too_many' })
      const id = newId()
      await tx.insertInto('fan_lists').values({ id, creator_id: creator.id, name }).execute()
      return ok({ listId: id })
    }
    if (!known.some(({ id }) => id === listId)) return refuse({ kind: 'not_there' })
    if (same && same.id !== listId) return refuse({ kind: 'name_taken' })
    await tx.updateTable('fan_lists').set({ name }).where('id', '=', listId).execute()
    return ok({ listId })
  })
}

function listNames(tx: Tx, creatorId: string): Promise<{ id: string; name: string }[]> {
  return tx.selectFrom('fan_lists').select(['id', 'name']).where('creator_id', '=', creatorId).execute()
}

/** Deletes a list; repeated, it does nothing more. Its fans stay fans, and messages that went to it stay. */
export async function deleteList(creator: Person, listId: string): Promise<void> {
  if (!isId(listId)) return
  await inTransaction((tx) =>
    tx.deleteFrom('fan_lists').where('id', '=', listId).where('creator_id', '=', creator.id).execute(),
  )
}
