import { sql } from 'kysely'
import { allowSeconds, inTransaction } from '#app/platform/db.server.ts'
import { INVARIANTS } from './invariants/index.ts'
import type { Invariant } from './invariants/invariant.ts'

export type Breach = { invariant: string; name: string; subject: string; detail: string }
export type Audit = { invariants: number; entries: number; postings: number; breaches: Breach[]; seconds: number }

/** The maximum number of rows per invariant: more than this nobody would read. */
const MAX_ROWS = 200

/** Checks whether every invariant holds, all in one snapshot of the database. Changes nothing. */
export async function runAudit(invariants: readonly Invariant[] = INVARIANTS): Promise<Audit> {
  const began = performance.now()
  return inTransaction(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    // It reads everything, which takes longer than a page may, and needs memory for its sums.
    await allowSeconds(tx, 600)
    await sql`set local work_mem = '128MB'`.execute(tx)
    await sql`set local jit = off`.execute(tx)
    const breaches: Breach[] = []
    for (const { id, name, sql: text } of invariants) {
      const { rows } = await sql<{ subject: string; detail: string }>`
          select subject, detail from (${sql.raw(text)}) as found limit ${MAX_ROWS}`.execute(tx)
      breaches.push(...rows.map((row) => ({ invariant: id, name, ...row })))
    }
    const { rows } = await sql<{ entries: number; postings: number }>`
        select (select count(*) from journal_entries)::int as entries, (select count(*) from postings)::int as postings`.execute(
      tx,
    )
    return { invariants: invariants.length, ...rows[0]!, breaches, seconds: (performance.now() - began) / 1_000 }
  })
}
