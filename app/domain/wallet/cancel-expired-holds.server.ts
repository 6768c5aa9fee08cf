import { sql } from 'kysely'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { cancelHold } from './end-hold.server.ts'

const AT_ONCE = 200

/** Sweep: what was held for something that wasn't given in time goes back to its owner. Returns how many did. */
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
