import { sql } from 'kysely'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { allowSeconds, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { idBefore } from '#app/platform/id.ts'
import { log } from '#app/platform/log.server.ts'
import { ENTRY_PRINT, LINES_OF_ENTRY, PRINTS_OF_SEAL, sealOf } from './entry-print.ts'

const BATCH = 5_000
const FIRST = '00000000-0000-0000-0000-000000000000'
/** Longer than any of our transactions stays open. */
const RECENT_MINUTES = 15

/** Scheduled task: seals what was posted recently, without reading anything older. Returns how many entries it sealed. */
export function sealNewEntries(): Promise<number> {
  return sealFrom(idBefore(RECENT_MINUTES))
}

/** Scheduled task: seals whatever is in no seal yet, however old: entries with a wrong clock, or from before the seals existed. */
export function sealAllEntries(): Promise<number> {
  return sealFrom(FIRST)
}

async function sealFrom(from: string): Promise<number> {
  let sealed = 0
  for (let after = from; ;) {
    const seal = await inTransaction((tx) => sealSome(tx, after))
    if (!seal) return sealed
    sealed += seal.entries
    // A copy of the chain outside the database, in case somebody rewrites all of it.
    log.info(
      { seal: seal.seal_no, entries: seal.entries, digest: seal.digest.toString('hex') },
      'the ledger was sealed',
    )
    if (seal.entries < BATCH) return sealed
    after = seal.last
  }
}

type Seal = { seal_no: number; entries: number; digest: Buffer; last: string }

/** One seal over the oldest unsealed entries. One at a time: each seal includes the one before it. */
async function sealSome(tx: Tx, after: string): Promise<Seal | undefined> {
  await advisoryLock(tx, 'seals of the ledger')
  // The first run may read the books of years.
  await allowSeconds(tx, 120)
  const { rows } = await sql<Seal>`
    with fresh as materialized (
      select j.id from journal_entries j where j.id > ${after}::uuid and not exists (select from ledger_sealed s where s.entry_id = j.id)
      order by j.id limit ${BATCH}
    ), prints as materialized (
      select f.id as entry_id, ${sql.raw(ENTRY_PRINT)} as print from fresh f join journal_entries e on e.id = f.id
      cross join lateral (select ${sql.raw(LINES_OF_ENTRY)} as text from postings p where p.entry_id = f.id) l
    ), before as (
      select seal_no, digest from ledger_seals order by seal_no desc limit 1
    ), content as (
      select count(*)::int as entries, ${sql.raw(PRINTS_OF_SEAL)} as prints, max(entry_id::text) as last from prints
    ), sealed as (
      insert into ledger_seals (seal_no, entries, digest)
      select coalesce((select seal_no from before), 0) + 1, entries, ${sql.raw(sealOf('(select digest from before)', 'prints'))}
      from content where entries > 0 returning seal_no, entries, digest
    ), noted as (
      insert into ledger_sealed (entry_id, seal_no) select p.entry_id, s.seal_no from prints p cross join sealed s
    )
    select s.seal_no, s.entries, s.digest, c.last from sealed s cross join content c`.execute(tx)
  return rows[0]
}
