import type { Tx } from '#app/platform/db.server.ts'

/**
 * Locks the account of an address, where there is one. Every use of a code or a link does so first: commands that end sign-ins lock the
 * account and then its codes, and the other order would deadlock.
 */
export async function lockAccountOf(tx: Tx, email: string): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('email', '=', email).forUpdate().execute()
}
