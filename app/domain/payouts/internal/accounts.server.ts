import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { hasRow, type Tx } from '#app/platform/db.server.ts'

/** Serialises everything about one creator's accounts. */
export async function lockAccountsOf(tx: Tx, creatorId: string): Promise<void> {
  await advisoryLock(tx, `payout account ${creatorId}`)
}

export function isCreator(tx: Tx, profileId: string): Promise<boolean> {
  return hasRow(tx.selectFrom('creators').select('profile_id').where('profile_id', '=', profileId))
}
