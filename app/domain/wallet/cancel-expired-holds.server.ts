import { sql } from 'kysely'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { cancelHold } from './end-hold.server.ts'

const AT_ONCE = 200

/** Scheduled task: cancels holds whose time is over, so that the money is the owner's again. Returns how many. */
export async function cancelExpiredHolds(): Promise<number> {
  const due = await db
    .selectFrom('wallet_holds')
    .select('id')
    .where('state', '=', 'held')
    .where('expires_at', '<=', sql<Date>`app_now()`)
    .orderBy('expires_at')
    .limit(AT_ONCE)
    .execute()
  return forEachIsolated(due, 'cancel expired holds', async ({ id }) => {
    const end = await inTransaction((tx) => cancelHold(tx, id, 'expired'))
    return end.ok
  })
}
