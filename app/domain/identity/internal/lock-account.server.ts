import type { Tx } from '#app/platform/db.server.ts'

/**
 * Locks the account of an address, where there is one. Whoever uses a code or a link up does so first: what ends sign-ins locks the account
 * and then its codes, and in the other order both would wait for each other.
 */
export async function lockAccountOf(tx: Tx, email: string): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('email', '=', email).forUpdate().execute()
}
