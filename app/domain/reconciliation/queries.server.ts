import { sql } from 'kysely'
import { isOwnerAlone } from '#app/domain/approvals/owner-alone.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { Currency } from '#app/domain/money/money.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { containing, keyset, type Listing } from '#app/platform/keyset.server.ts'
import type { DifferenceState } from './difference.ts'
import { canDeclineCorrection, canPostCorrection } from './policy.ts'

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

export const DIFFERENCE_FILTERS = ['open', 'explained', 'settled'] as const satisfies readonly DifferenceState[]
export type DifferenceFilter = (typeof DIFFERENCE_FILTERS)[number]

const DIFFERENCES = sql`
  select d.id, d.kind, d.subject, d.amount_minor as "amountMinor", d.currency, d.description, d.state, d.causes_at as "causesAt",
    d.first_seen_at as "firstSeenAt", d.ended_at as "endedAt", coalesce(p.display_name, p.email) as "settledBy", d.note,
    d.object_kind as "objectKind", d.object_id as "objectId"
  from reconciliation_differences d left join profiles p on p.id = d.settled_by`

/** A page of the differences in a state, by the time they were first seen. `find` is a part of the description. */
export async function listDifferences(listing: Listing<DifferenceFilter>): Promise<ListedDifference[]> {
  const { filter, find } = listing
  const page = keyset(listing, {
    from: sql`reconciliation_differences d`,
    id: sql`d.id`,
    keys: [sql`d.first_seen_at`, sql`d.id`],
  })
  const { rows } = await sql<ListedDifference>`${DIFFERENCES}
    where d.state = ${filter} and (${find} = '' or d.description ilike ${containing(find)})
      and ${page}`.execute(db)
  return rows
}

/** One difference; null where there is none. */
export async function findDifference(differenceId: string): Promise<ListedDifference | null> {
  if (!isId(differenceId)) return null
  const { rows } = await sql<ListedDifference>`${DIFFERENCES} where d.id = ${differenceId}`.execute(db)
  return rows[0] ?? null
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

export const CORRECTION_FILTERS = ['proposed', 'posted', 'declined', 'all'] as const
export type CorrectionFilter = (typeof CORRECTION_FILTERS)[number]

const CORRECTIONS = sql`
  select c.id, c.difference_id as "differenceId", c.purpose, c.owner_id as "ownerId", c.currency, c.amount_minor as "amountMinor", c.reason,
    c.state, c.proposed_by as "proposedById", coalesce(p.display_name, p.email) as "proposedBy", c.proposed_at as "proposedAt",
    coalesce(d.display_name, d.email) as "decidedBy", c.decided_at as "decidedAt", c.entry_id as "entryId"
  from ledger_corrections c join profiles p on p.id = c.proposed_by left join profiles d on d.id = c.decided_by`

/** A page of the manual entries: those that wait for a second person first, then by time. `find` is a part of the reason. */
export async function listCorrections(listing: Listing<CorrectionFilter>): Promise<ListedCorrection[]> {
  const { filter, find } = listing
  const page = keyset(listing, {
    from: sql`ledger_corrections c`,
    id: sql`c.id`,
    keys: [[sql`(c.state = 'proposed')`, 'desc'], sql`c.proposed_at`, sql`c.id`],
  })
  const { rows } = await sql<ListedCorrection>`${CORRECTIONS}
    where ${filter} in ('all', c.state) and (${find} = '' or c.reason ilike ${containing(find)})
      and ${page}`.execute(db)
  return rows
}

export async function countCorrections(): Promise<Record<CorrectionFilter, number>> {
  const { rows } = await sql<Record<CorrectionFilter, number>>`
    select count(*) filter (where state = 'proposed')::int as proposed, count(*) filter (where state = 'posted')::int as posted,
      count(*) filter (where state = 'declined')::int as declined, count(*)::int as "all" from ledger_corrections`.execute(
    db,
  )
  return rows[0]!
}

export type CorrectionDetail = ListedCorrection & {
  may: { post: boolean; decline: boolean }
  /** The actor proposed it, so that another person has to post it. */
  needsOther: boolean
}

/** One manual entry with what this actor may do; null where there is none. */
export async function findCorrection(actor: Actor, correctionId: string): Promise<CorrectionDetail | null> {
  if (!isId(correctionId)) return null
  const { rows } = await sql<ListedCorrection>`${CORRECTIONS} where c.id = ${correctionId}`.execute(db)
  const [found] = rows
  if (!found) return null
  const waits = found.state === 'proposed'
  const correction = { proposedBy: found.proposedById, ownerId: found.ownerId, ownerIsAlone: await isOwnerAlone() }
  const post = canPostCorrection(actor, correction)
  return {
    ...found,
    may: { post: waits && post.allowed, decline: waits && canDeclineCorrection(actor, correction).allowed },
    needsOther: waits && !post.allowed && post.reason === 'approved_before',
  }
}
