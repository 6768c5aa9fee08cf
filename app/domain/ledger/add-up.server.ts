import type pg from 'pg'

/** How much was posted, and whether all of it balances; over any connection, for databases that the product doesn't use yet. */
export async function addUpLedger(client: pg.Client): Promise<{ entries: number; balanced: boolean }> {
  const { rows } = await client.query<{ entries: number; off: number }>(
    `select (select count(*) from journal_entries)::int as entries,
       (select count(*) from (select currency from postings group by currency having sum(amount_minor) <> 0) c)::int as off`,
  )
  return { entries: rows[0]!.entries, balanced: rows[0]!.off === 0 }
}
