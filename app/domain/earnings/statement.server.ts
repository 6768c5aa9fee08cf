import { sql } from 'kysely'
import {
  findFirstEntryAt,
  listOwnEntries,
  type OwnAccounts,
  balancesAt,
} from '#app/domain/ledger/owner-entries.server.ts'
import { db, type Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import type { EarningSource } from './earning.ts'
import type { CreatorBalances, Sums } from './queries.server.ts'
import { type EarningsStatement, readPeriod, type ShareOfWeek, type StatementLine, totalOf } from './statement.ts'

const accountsOf = (creatorId: string): OwnAccounts => ({
  ownerId: creatorId,
  purposes: ['creator_pending', 'creator_available', 'creator_debt'],
})

/**
 * A creator's month or year from the ledger: every entry that touched their accounts, with the source of each earning. The closing is computed
 * independently and must equal the opening plus all lines.
 */
export async function earningsStatement(creatorId: string, periodText: string): Promise<EarningsStatement | null> {
  const span = readPeriod(periodText)
  if (!span) return null
  const balances = accountsOf(creatorId)
  // All of it from one snapshot: what is posted meanwhile appears in none of the parts.
  const { opening, closing, entries, earnings, shares } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const own = await listOwnEntries(tx, balances, span)
      return {
        opening: heldBy(await balancesAt(tx, balances, span.from)),
        closing: heldBy(await balancesAt(tx, balances, span.to)),
        entries: own,
        earnings: await readEarnings(
          tx,
          creatorId,
          own.map((entry) => entry.id),
        ),
        shares: await listShares(tx, creatorId, span),
      }
    })
  let balanceMinor = totalOf(opening)
  const lines = entries.map(({ id, ...entry }): StatementLine => {
    balanceMinor += entry.amountMinor
    const earned = earnings.get(id)
    return {
      ...entry,
      entryId: id,
      earned: earned?.netMinor === entry.amountMinor ? earned : null,
      balanceMinor,
    }
  })
  invariant(balanceMinor === totalOf(closing), `the statement ${periodText} of creator ${creatorId} doesn't add up`)
  return { ...span, opening, closing, lines, shares }
}

function heldBy(balances: Awaited<ReturnType<typeof balancesAt>>): CreatorBalances {
  return {
    pendingMinor: balances.creator_pending ?? 0n,
    availableMinor: balances.creator_available ?? 0n,
    owedMinor: -(balances.creator_debt ?? 0n),
  }
}

type Span = { from: Date; to: Date }
type Earned = Sums & { source: EarningSource }

/** What was earned by each of the entries: one may post several earnings of one kind. */
async function readEarnings(tx: Tx, creatorId: string, entryIds: readonly string[]): Promise<Map<string, Earned>> {
  const { rows } = await sql<Earned & { entryId: string }>`
    select entry_id as "entryId", min(source) as source, sum(gross_minor)::bigint as "grossMinor", sum(fee_minor)::bigint as "feeMinor",
      sum(net_minor)::bigint as "netMinor"
    from earnings where creator_id = ${creatorId} and entry_id = any (${entryIds}::uuid[]) group by entry_id`.execute(
    tx,
  )
  return new Map(rows.map(({ entryId, ...earned }) => [entryId, earned]))
}

/** The weeks of passes whose shares were posted in a period. */
async function listShares(tx: Tx, creatorId: string, { from, to }: Span): Promise<ShareOfWeek[]> {
  const { rows } = await sql<ShareOfWeek>`
    select r.id as "runId", r.week::text as week, s.fans, s.days, r.checksum, s.net_minor as "netMinor", s.fee_minor as "feeMinor",
      s.net_minor + s.fee_minor as "grossMinor"
    from share_payments s join share_runs r on r.id = s.run_id
    join earnings e on e.entry_id = s.entry_id and e.creator_id = s.creator_id
    where s.creator_id = ${creatorId} and e.earned_at >= ${from} and e.earned_at < ${to} order by r.week`.execute(tx)
  return rows
}

/** When a creator's first statement begins: with the first entry on their accounts; null before it. */
export function findFirstMovement(creatorId: string): Promise<Date | null> {
  return findFirstEntryAt(accountsOf(creatorId))
}
