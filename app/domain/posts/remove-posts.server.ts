import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/** Removes the posts of a creator that fans have bought permanently. Returns their ids. */
export async function removePostsThatWereSold(tx: Tx, creatorId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update posts set state = 'removed' where creator_id = ${creatorId} and state <> 'removed'
      and exists (select from unlocks u where u.post_id = posts.id and u.revoked_at is null) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
