import type { Tx } from '#app/platform/db.server.ts'
import { canCarryPrice } from '../policy.ts'

/** Whether this creator's posts may have a price now; the switch waits for this transaction. */
export async function mayCarryPrice(tx: Tx, creatorId: string): Promise<boolean> {
  const creator = await tx
    .selectFrom('creators')
    .select('pay_to_unlock as payToUnlock')
    .where('profile_id', '=', creatorId)
    .forShare()
    .executeTakeFirstOrThrow()
  return canCarryPrice(creator).allowed
}
