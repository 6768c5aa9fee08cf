import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

/** Scheduled task: frees the usernames of erased accounts when their time is over. */
export async function freeErasedUsernames(): Promise<number> {
  const freed = await sql`
    delete from former_usernames f using account_deletions d
    where d.profile_id = f.profile_id and d.state = 'erased' and f.reserved_until <= app_now()`.execute(db)
  return Number(freed.numAffectedRows ?? 0n)
}
