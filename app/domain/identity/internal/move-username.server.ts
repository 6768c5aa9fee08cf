import { sql } from 'kysely'
import { FORMER_USERNAME_DAYS } from '#app/domain/settings/constants.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { claimUsername } from './claim-username.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'

/** Takes the new name and leaves the old one reserved; false where the new one is another person's. */
export async function moveUsername(tx: Tx, id: string, before: string | null, after: string): Promise<boolean> {
  // In one order for everybody, so that two people who swap names wait for each other without a deadlock.
  for (const username of [before, after].filter((name) => name !== null).sort())
    await advisoryLock(tx, `username ${username}`)
  if (!(await claimUsername(tx, id, after))) return false
  // Deletes the row of a name that is chosen again, or whose reservation has ended.
  await tx.deleteFrom('former_usernames').where('username', '=', after).execute()
  if (before === null) return true
  await tx
    .insertInto('former_usernames')
    .values({
      username: before,
      profile_id: id,
      reserved_until: sql<Date>`app_now() + make_interval(days => ${FORMER_USERNAME_DAYS})`,
    })
    .execute()
  return true
}
