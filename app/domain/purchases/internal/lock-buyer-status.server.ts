import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/**
 * Serialises the commands of one person and returns whether they may still buy: they may have been suspended, blocked or closed since their
 * request began. Not a key lock, because every row that refers to them shares the key.
 */
export async function lockBuyerStatus(tx: Tx, accountId: string): Promise<{ active: boolean }> {
  const { rows } = await sql<{ active: boolean }>`
    select account_status = 'active' and not is_blocked as active from profiles where id = ${accountId} for no key update`.execute(
    tx,
  )
  return { active: rows[0]?.active ?? false }
}
