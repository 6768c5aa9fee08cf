import { ENTRY_PRINT, LINES_OF_ENTRY, PRINTS_OF_SEAL, sealOf } from '#app/domain/ledger/entry-print.ts'
import type { Invariant } from './invariant.ts'

/**
 * An hour before the newest entry, by the time in its id. Neither a moved clock nor an idle database or a backup makes an entry late; only
 * later entries do.
 */
const HOUR_BEFORE_NEWEST = `(select (lpad(to_hex(('x' || lpad(left(replace(j.id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint - 3600000), 12, '0')
  || repeat('0', 20))::uuid from journal_entries j order by j.id desc limit 1)`

/** The chain of seals over the ledger: the entries are still as they were posted. */
export const SEAL_INVARIANTS: Invariant[] = [
  {
    id: 'I12',
    name: 'seals-are-valid',
    description: 'sealed entries are unchanged, and each seal includes the one before it',
    sql: `with lines as materialized (
        select p.entry_id, ${LINES_OF_ENTRY} as text from postings p group by p.entry_id
      ), prints as materialized (
        select s.seal_no, s.entry_id, e.id is null as missing, ${ENTRY_PRINT} as print
        from ledger_sealed s left join journal_entries e on e.id = s.entry_id left join lines l on l.entry_id = s.entry_id
      ), again as materialized (
        select seal_no, count(*) as entries, ${PRINTS_OF_SEAL} as prints from prints group by 1
      ), chain as (
        select *, lag(digest) over seals as before, lag(seal_no) over seals as no_before from ledger_seals window seals as (order by seal_no)
      )
      select 'seal ' || c.seal_no as subject, 'its ' || c.entries || ' entries, or the seal before it, were changed since' as detail
        from chain c left join again a on a.seal_no = c.seal_no
        where a.seal_no is null or a.entries <> c.entries or c.digest <> ${sealOf('c.before', 'a.prints')}
      union all
      select 'seal ' || c.seal_no, 'the seal before it is missing' from chain c where c.seal_no <> coalesce(c.no_before, 0) + 1
      union all
      select 'entry ' || p.entry_id, 'it was sealed by ' || p.seal_no || ' and is gone' from prints p where p.missing
      union all
      select 'seal ' || a.seal_no, 'it is gone, its ' || a.entries || ' entries name it'
        from again a left join ledger_seals k on k.seal_no = a.seal_no where k.seal_no is null`,
  },
  {
    id: 'I12',
    name: 'entries-are-sealed',
    description: 'once there are seals, no entry stays unsealed while others are posted for an hour',
    sql: `with waiting as (
        select count(*) as entries, min(e.id::text) as first from journal_entries e
        where e.id < ${HOUR_BEFORE_NEWEST} and not exists (select from ledger_sealed s where s.entry_id = e.id)
      )
      select 'the ledger' as subject, entries || ' entries wait for a seal, the first is ' || first as detail
        from waiting where entries > 0 and exists (select from ledger_seals)`,
  },
]
