import { sql } from 'kysely'
import type { Currency } from '#app/domain/money/money.ts'
import { db } from '#app/platform/db.server.ts'
import type { DifferenceState } from './difference.ts'

export type Run = {
  id: string
  kind: 'gateway' | 'audit'
  startedAt: Date
  finishedAt: Date | null
  counts: Record<string, number>
  found: number
  failure: string | null
}

/** The latest runs of a kind, newest first. */
export async function listRuns(kind: Run['kind'], limit: number): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select id, kind, started_at as "startedAt", finished_at as "finishedAt", counts, found, failure from reconciliation_runs
    where kind = ${kind} order by started_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export type ListedDifference = {
  id: string
  kind: string
  subject: string
  amountMinor: bigint | null
  currency: Currency | null
  description: string
  state: DifferenceState
  causesAt: Date
  firstSeenAt: Date
  endedAt: Date | null
  settledBy: string | null
  note: string
  objectKind: string | null
  objectId: string | null
}

export type DifferenceFilter = 'open' | 'explained' | 'settled'

/**
 * Differences in a state; open ones oldest first, since they wait, the others newest first. `after` is the id of the last row of the
 * previous page.
 */
export async function listDifferences(
  filter: DifferenceFilter,
  options: { after?: string | null; limit: number },
): Promise<ListedDifference[]> {
  const open = filter === 'open'
  const { rows } = await sql<ListedDifference>`
    select d.id, d.kind, d.subject, d.amount_minor as "amountMinor", d.currency, d.description, d.state, d.causes_at as "causesAt",
      d.first_seen_at as "firstSeenAt", d.ended_at as "endedAt", coalesce(p.display_name, p.email) as "settledBy", d.note,
      d.object_kind as "objectKind", d.object_id as "objectId"
    from reconciliation_differences d left join profiles p on p.id = d.settled_by
    where d.state = ${filter} and (${options.after ?? null}::uuid is null
      or (d.first_seen_at, d.id) ${sql.raw(open ? '>' : '<')} (select first_seen_at, id from reconciliation_differences where id = ${options.after ?? null}::uuid))
    order by d.first_seen_at ${sql.raw(open ? 'asc' : 'desc')}, d.id ${sql.raw(open ? 'asc' : 'desc')} limit ${options.limit}`.execute(
    db,
  )
  return rows
}

export type DifferenceCounts = Record<DifferenceFilter, number> & {
  /** The total of the open ones by currency: the unexplained sum. */
  unexplained: { currency: Currency; amountMinor: bigint }[]
}

export async function countDifferences(): Promise<DifferenceCounts> {
  const { rows } = await sql<DifferenceCounts>`
    select count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'explained')::int as explained,
      count(*) filter (where state = 'settled')::int as settled from reconciliation_differences`.execute(db)
  const sums = await sql<{ currency: Currency; amountMinor: bigint }>`
    select currency, sum(amount_minor)::bigint as "amountMinor" from reconciliation_differences
    where state = 'open' and currency is not null group by currency order by currency desc`.execute(db)
  return { ...rows[0]!, unexplained: sums.rows }
}

export type ListedCorrection = {
  id: string
  differenceId: string | null
  purpose: string
  ownerId: string | null
  currency: Currency
  amountMinor: bigint
  reason: string
  state: 'proposed' | 'posted' | 'declined'
  proposedById: string
  proposedBy: string
  proposedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  entryId: string | null
}

/** Manual entries: those that wait for a second person first, then the newest. */
export async function listCorrections(limit: number): Promise<ListedCorrection[]> {
  const { rows } = await sql<ListedCorrection>`
    select c.id, c.difference_id as "differenceId", c.purpose, c.owner_id as "ownerId", c.currency, c.amount_minor as "amountMinor", c.reason,
      c.state, c.proposed_by as "proposedById", coalesce(p.display_name, p.email) as "proposedBy", c.proposed_at as "proposedAt",
      coalesce(d.display_name, d.email) as "decidedBy", c.decided_at as "decidedAt", c.entry_id as "entryId"
    from ledger_corrections c join profiles p on p.id = c.proposed_by left join profiles d on d.id = c.decided_by
    order by (c.state = 'proposed') desc, c.proposed_at desc, c.id desc limit ${limit}`.execute(db)
  return rows
}
