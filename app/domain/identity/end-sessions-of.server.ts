import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/**
 * Ends every sign-in of a person in the transaction, since their rights have changed: open sessions, unused codes and links, staff
 * sign-ins before their second factor, an unfinished authenticator set-up. Suspending or closing an account, or changing its e-mail, does
 * the same by a trigger of `profiles`. Returns how many sessions were open.
 */
export async function endSessionsOf(tx: Tx, profileId: string, because: string): Promise<number> {
  const { rows } = await sql<{ ended: number }>`select end_sign_ins(${profileId}, ${because}) as ended`.execute(tx)
  return rows[0]!.ended
}
