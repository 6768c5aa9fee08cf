import { sql } from 'kysely'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import { findAvailableBy } from '#app/domain/earnings/queries.server.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { rateAt } from '#app/domain/settings/rates.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import type { AccountKind } from './account.ts'
import { openNumber } from './account-number.server.ts'
import { nextRunAt } from './friday.ts'
import { keptForFees } from './internal/kept-back.server.ts'
import { PAYOUT_VIEWS, partsOf, sumOfParts, type PayoutState, type PayoutSums, type PayoutView } from './payout.ts'

export type PayoutAccount = {
  id: string
  kind: AccountKind
  bankName: string
  bankCode: string
  number: string
  accountName: string
  usableFrom: Date | null
  nameCheck: 'waiting' | 'matched' | 'accepted' | 'refused'
  /** Why nothing is sent to it until its creator confirms or changes it; null where it can receive payments. */
  refusedReason: string | null
}

/** A creator's payout account: the one in use, or the one that waits for its code. Null where there is none. */
export async function findPayoutAccount(
  creatorId: string,
  state: 'in_use' | 'asked' = 'in_use',
): Promise<PayoutAccount | null> {
  const row = await db
    .selectFrom('payout_accounts')
    .select(['id', 'kind', 'bank_name as bankName', 'bank_code as bankCode', 'number', 'sealed_number'])
    .select(['account_name as accountName', 'usable_from as usableFrom', 'name_check as nameCheck'])
    .select('refused_reason as refusedReason')
    .where('creator_id', '=', creatorId)
    .where('state', '=', state)
    .where((eb) => eb.or([eb('state', '=', 'in_use'), eb('code_expires_at', '>', sql<Date>`app_now()`)]))
    .executeTakeFirst()
  if (!row) return null
  const { sealed_number: _, ...account } = row
  return { ...account, number: openNumber(row) }
}

export type ListedPayout = PayoutSums & {
  id: string
  number: bigint
  state: PayoutState
  reason: string | null
  createdAt: Date
  endedAt: Date | null
  account: { kind: AccountKind; bankName: string; number: string }
  /** The payout that replaces it after a failure. */
  retriedBy: { number: bigint; state: PayoutState } | null
}

const MAX_ROWS = 200

/** A creator's payouts, newest first: all, or those under way or paid. */
export async function listPayouts(
  creatorId: string,
  limit = MAX_ROWS,
  view: PayoutView | null = null,
): Promise<ListedPayout[]> {
  const rows = await ownPayouts(creatorId)
    .$if(view !== null, (query) => query.where('o.state', 'in', [...PAYOUT_VIEWS[view!]]))
    .orderBy('o.created_at', 'desc')
    .orderBy('o.number', 'desc')
    .limit(Math.min(limit, MAX_ROWS))
    .execute()
  return rows.map(listed)
}

/**
 * One payout of a creator, with the gross of all parts of its run, and when the payout before it was made: what became available between
 * the two is what it pays. Null where the creator has none with this id.
 */
export async function findOwnPayout(
  creatorId: string,
  payoutId: string,
): Promise<(ListedPayout & { runGrossMinor: bigint; previousAt: Date | null }) | null> {
  const row = await ownPayouts(creatorId)
    .select([
      sql<bigint>`(select sum(s.gross_minor)::bigint from payouts s
        where s.creator_id = o.creator_id and s.created_at = o.created_at)`.as('runGrossMinor'),
      sql<Date | null>`(select max(b.created_at) from payouts b
        where b.creator_id = o.creator_id and b.created_at < o.created_at and b.state not in ('failed', 'cancelled', 'reversed'))`.as(
        'previousAt',
      ),
    ])
    .where('o.id', '=', payoutId)
    .executeTakeFirst()
  return row ? { ...listed(row), runGrossMinor: row.runGrossMinor, previousAt: row.previousAt } : null
}

/** When the last payout was made that has not come back: what is available has cleared since. Null before the first one. */
export async function findLastPayoutAt(creatorId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from payouts
    where creator_id = ${creatorId} and state not in ('failed', 'cancelled', 'reversed')`.execute(db)
  return rows[0]!.at
}

function ownPayouts(creatorId: string) {
  return db
    .selectFrom('payouts as o')
    .innerJoin('payout_accounts as a', 'a.id', 'o.account_id')
    .leftJoin('payouts as r', 'r.retry_of', 'o.id')
    .select(['o.id', 'o.number', 'o.state', 'o.reason', 'o.created_at as createdAt', 'o.ended_at as endedAt'])
    .select([
      'o.gross_minor as grossMinor',
      'o.fee_minor as feeMinor',
      'o.tax_minor as taxMinor',
      'o.net_minor as netMinor',
    ])
    .select([
      'a.id as account_id',
      'a.kind',
      'a.bank_name as bankName',
      'a.number as account_number',
      'a.sealed_number',
    ])
    .select(['r.number as retry_number', 'r.state as retry_state'])
    .where('o.creator_id', '=', creatorId)
}

type OwnRow = Awaited<ReturnType<ReturnType<typeof ownPayouts>['executeTakeFirstOrThrow']>>

function listed(row: OwnRow): ListedPayout {
  const { account_id: id, account_number, sealed_number, kind, bankName, retry_number, retry_state, ...payout } = row
  return {
    ...payout,
    account: { kind, bankName, number: openNumber({ id, number: account_number, sealed_number }) },
    retriedBy: retry_number !== null && retry_state !== null ? { number: retry_number, state: retry_state } : null,
  }
}

export type NextPayout = {
  at: Date
  availableMinor: bigint
  /** What will be available for it: released by then, minus what the creator owes. */
  thereMinor: bigint
  /** The part of it that is kept for the creator fee paid from earnings within a week of the run. */
  keptMinor: bigint
  /** What goes out with the next run as things are now; empty where nothing would. */
  parts: PayoutSums[]
  /** All parts together. */
  sums: PayoutSums
  minimumMinor: bigint
  feeMinor: bigint
}

/**
 * What the next weekly run sends a creator: of what is available by then, with the current fee and tax. Every page that promises a payout
 * uses this. Whether their account is ready is reported separately.
 */
export async function findNextPayout(creatorId: string): Promise<NextPayout> {
  const at = now()
  const runAt = nextRunAt(at)
  const { minimumPayoutMinor, payoutFeeMinor, creatorFeeMinor } = await settings()
  const [tax, available, debt, dueMinor, kept] = await Promise.all([
    inTransaction((tx) => rateAt(tx, 'withholding_on_payouts', at)),
    getBalance(creatorAccount('creator_available', creatorId)),
    getBalance(creatorAccount('creator_debt', creatorId)),
    findAvailableBy(creatorId, runAt),
    keptForFees(db, [creatorId], { at: runAt, feeMinor: creatorFeeMinor }),
  ])
  const keptMinor = kept.get(creatorId) ?? 0n
  const thereMinor = -available + dueMinor - debt
  const payable = thereMinor - keptMinor
  const parts = payable >= minimumPayoutMinor ? partsOf(payable, payoutFeeMinor, tax) : []
  return {
    at: runAt,
    availableMinor: -available,
    thereMinor,
    keptMinor,
    parts,
    sums: sumOfParts(parts),
    minimumMinor: minimumPayoutMinor,
    feeMinor: payoutFeeMinor,
  }
}

/** What was taken from payouts that were made in a period and did not fail: our fee, and tax withheld. Minor units of shillings. */
export async function sumTakenFromPayouts(
  creatorId: string,
  { from, to }: { from: Date; to: Date },
): Promise<{ feeMinor: bigint; taxMinor: bigint }> {
  const { rows } = await sql<{ feeMinor: bigint; taxMinor: bigint }>`
    select coalesce(sum(fee_minor), 0)::bigint as "feeMinor", coalesce(sum(tax_minor), 0)::bigint as "taxMinor" from payouts
    where creator_id = ${creatorId} and created_at >= ${from} and created_at < ${to}
      and state not in ('failed', 'cancelled', 'reversed')`.execute(db)
  return rows[0]!
}

/** The numbers of a creator's payouts by their ids. */
export async function findPayoutNumbers(payoutIds: readonly string[]): Promise<Map<string, bigint>> {
  if (payoutIds.length === 0) return new Map()
  const rows = await db.selectFrom('payouts').select(['id', 'number']).where('id', 'in', payoutIds).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
