import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/** One at a time releases or takes back earnings of a creator. Comes before every other lock of such an act; new earnings don't wait for it. */
export async function lockEarnings(tx: Tx, creatorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`earnings of ${creatorId}`}, 0))`.execute(tx)
}
