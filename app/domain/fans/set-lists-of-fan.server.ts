import { sql } from 'kysely'
import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockFan } from './lock-fan.server.ts'
import { canKeepFan } from './policy.ts'

/** Puts a fan on these of the creator's lists and takes them off all others. Lists of other creators are ignored; the fan is not told. */
export function setListsOfFan(
  creator: Person,
  fanId: string,
  listIds: readonly string[],
): Promise<Result<null, { kind: 'not_there' | 'account_closed' }>> {
  return inTransaction(async (tx) => {
    const isFan = await lockFan(tx, creator.id, fanId)
    const verdict = canKeepFan(creator, { creatorId: creator.id, isFan })
    if (!verdict.allowed) return refuse({ kind: verdict.reason })
    const chosen = listIds.filter(isId)
    await sql`
      delete from fan_list_members m using fan_lists l
      where l.id = m.list_id and l.creator_id = ${creator.id} and m.fan_id = ${fanId}
        and m.list_id <> all (${chosen}::uuid[])`.execute(tx)
    await sql`
      insert into fan_list_members (list_id, fan_id)
      select l.id, ${fanId} from fan_lists l where l.creator_id = ${creator.id} and l.id = any (${chosen}::uuid[])
      on conflict do nothing`.execute(tx)
    return ok(null)
  })
}

/** Takes one fan off a list. */
export async function removeFromList(creator: Person, listId: string, fanId: string): Promise<void> {
  if (!isId(listId) || !isId(fanId)) return
  await inTransaction((tx) =>
    sql`
      delete from fan_list_members m using fan_lists l
      where l.id = m.list_id and l.id = ${listId} and l.creator_id = ${creator.id} and m.fan_id = ${fanId}`.execute(tx),
  )
}
