import { sql } from 'kysely'
import type { Tx } from './db.server.ts'

/** Makes commands on the same thing wait for each other until the transaction ends. Several locks: always in the same order. */
export async function advisoryLock(tx: Tx, thing: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 0))`.execute(tx)
}
