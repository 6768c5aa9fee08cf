import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

/**
 * Serialises releases and reversals of a creator's earnings. Comes before every other lock of such a command; new earnings don't wait for
 * it.
 */
export async function lockEarnings(tx: Tx, creatorId: string): Promise<void> {
  await advisoryLock(tx, `earnings of ${creatorId}`)
}
