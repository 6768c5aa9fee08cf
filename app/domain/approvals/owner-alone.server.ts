import { type Db, db, type Tx } from '#app/platform/db.server.ts'

/** Whether only the owner could give a second approval: there is no super-admin. */
export async function isOwnerAlone(connection: Db | Tx = db): Promise<boolean> {
  const found = await connection
    .selectFrom('staff_members')
    .select('profile_id')
    .where('role', '=', 'super-admin')
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found === undefined
}
