import { sql } from 'kysely'
import { cancelHold } from '#app/domain/wallet/end-hold.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'

const AT_ONCE = 200

/** Scheduled task: while a creator is hidden, cancels the holds of their requests. Returns how many. */
export async function refundRequestsOfHidden(): Promise<number> {
  const { rows } = await sql<{ hold_id: string }>`
    select h.id as hold_id from wallet_holds h join custom_request_quotes q on q.hold_id = h.id
    where h.state = 'held' and not exists (select from visible_creators v where v.profile_id = q.creator_id)
    order by h.placed_at limit ${AT_ONCE}`.execute(db)
  return forEachIsolated(rows, 'refund requests of hidden creators', async ({ hold_id }) => {
    const end = await inTransaction((tx) => cancelHold(tx, hold_id, 'creator_hidden'))
    return end.ok
  })
}
