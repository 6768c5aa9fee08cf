import { sql } from 'kysely'
import { isOwnerAlone } from '#app/domain/approvals/owner-alone.server.ts'
import type { ApprovalDenial } from '#app/domain/approvals/policy.ts'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { containing, keyset, type Listing } from '#app/platform/keyset.server.ts'
import { MIN_TRANSFER_MINOR, type PayoutState, type PayoutSums } from './payout.ts'
import type { AccountKind } from './account.ts'
import { type KeptNumber, openNumber } from './account-number.server.ts'
import { canApprovePayout, type RunDenial } from './policy.ts'

export const PAYOUT_FILTERS = ['all', 'approval', 'pending', 'sending', 'unknown', 'failed', 'completed'] as const
export type PayoutFilter = (typeof PAYOUT_FILTERS)[number]

const CHOSEN = {
  all: sql`true`,
  approval: sql`o.state = 'pending' and o.reason in ('approval', 'first_approval')`,
  pending: sql`o.state = 'pending'`,
  sending: sql`o.state in ('sending', 'sent')`,
  unknown: sql`o.state = 'unknown'`,
  failed: sql`o.state in ('failed', 'reversed')`,
  completed: sql`o.state = 'completed'`,
} as const

export type StaffPayoutRow = {
  id: string
  number: bigint
  creatorId: string
  creatorName: string
  avatarMediaId: string | null
  runDay: string | null
  createdAt: Date
  netMinor: bigint
  state: PayoutState
  reason: string | null
}

const MAX_ROWS = 200
const NAME = sql`coalesce(p.display_name, p.username, 'Without a name')`

const WAITS = sql`(case o.state when 'pending' then 2 when 'unknown' then 1 else 0 end)`

/**
 * A page of the payouts for staff: those that wait for somebody first, then by the time they were made. `find` is a part of the creator's
 * name, or a whole number or reference.
 */
export async function listPayoutsForStaff(listing: Listing<PayoutFilter>): Promise<StaffPayoutRow[]> {
  const { filter, find } = listing
  const page = keyset(listing, {
    from: sql`payouts o`,
    id: sql`o.id`,
    keys: [[WAITS, 'desc'], sql`o.created_at`, sql`o.number`],
  })
  const { rows } = await sql<StaffPayoutRow>`
    select o.id, o.number, o.creator_id as "creatorId", ${NAME} as "creatorName", p.avatar_media_id as "avatarMediaId",
      o.run_day::text as "runDay", o.created_at as "createdAt", o.net_minor as "netMinor", o.state, o.reason
    from payouts o join profiles p on p.id = o.creator_id
    where ${CHOSEN[filter]} and (${find} = '' or p.display_name ilike ${containing(find)} or p.username ilike ${containing(find)}
        or o.number::text = regexp_replace(${find}, '^po-', '', 'i') or o.reference = ${find})
      and ${page}`.execute(db)
  return rows
}

export async function countPayouts(): Promise<Record<PayoutFilter, number>> {
  const { rows } = await sql<Record<PayoutFilter, number>>`
    select count(*)::int as all, ${sql.join(
      PAYOUT_FILTERS.slice(1).map((name) => sql`count(*) filter (where ${CHOSEN[name]})::int as ${sql.ref(name)}`),
    )} from payouts o`.execute(db)
  return rows[0]!
}

export type RunSummary = {
  day: string
  finished: boolean
  netMinor: bigint
  done: number
  all: number
}

/** The newest weekly run that paid anybody. Null before the first. */
export async function findLastRun(): Promise<RunSummary | null> {
  const { rows } = await sql<RunSummary>`
    select r.day::text as day, r.finished_at is not null as finished, sum(o.net_minor)::bigint as "netMinor",
      count(*) filter (where o.state = 'completed')::int as done, count(*)::int as all
    from payout_runs r join payouts o on o.run_day = r.day
    group by r.day, r.finished_at order by r.day desc limit 1`.execute(db)
  return rows[0] ?? null
}

export type SendingState = {
  paused: boolean
  halt: { id: string; reason: 'hour' | 'day' | 'gateway'; detail: string; trippedAt: Date } | null
}

/** Whether payouts leave now, and what stopped them. */
export async function findSendingState(): Promise<SendingState> {
  const [{ payoutsPaused }, halt] = await Promise.all([
    settings(),
    db
      .selectFrom('payout_halts')
      .select(['id', 'reason', 'detail', 'tripped_at as trippedAt'])
      .where('resumed_at', 'is', null)
      .executeTakeFirst(),
  ])
  return { paused: payoutsPaused, halt: halt ?? null }
}

export type PayableCreator = {
  creatorId: string
  creatorName: string
  avatarMediaId: string | null
  availableMinor: bigint
  account: 'ready' | 'none' | 'waiting' | 'frozen' | 'refused'
}

const PAYABLE = sql`
  select c.profile_id as "creatorId", ${NAME} as "creatorName", p.avatar_media_id as "avatarMediaId",
    coalesce(-b.balance_minor, 0) as "availableMinor",
    case when a.id is null then 'none' when a.name_check = 'refused' then 'refused' when a.name_check = 'waiting' then 'waiting'
      when a.usable_from > app_now() then 'frozen' else 'ready' end as account
  from creators c join profiles p on p.id = c.profile_id
    left join ledger_accounts l on l.owner_id = c.profile_id and l.purpose = 'creator_available' and l.currency = 'UGX'
    left join ledger_balances b on b.account_id = l.id
    left join payout_accounts a on a.creator_id = c.profile_id and a.state = 'in_use'`

/** Creators who could be paid something outside of the run, the largest sums first. */
export async function listPayableCreators(): Promise<PayableCreator[]> {
  const { rows } = await sql<PayableCreator>`${PAYABLE} where -b.balance_minor >= ${MIN_TRANSFER_MINOR}
    order by b.balance_minor, c.profile_id limit ${MAX_ROWS}`.execute(db)
  return rows
}

/** One creator with what is available, which may be nothing; null where there is no such creator. */
export async function findPayableCreator(creatorId: string): Promise<PayableCreator | null> {
  if (!isId(creatorId)) return null
  const { rows } = await sql<PayableCreator>`${PAYABLE} where c.profile_id = ${creatorId}`.execute(db)
  return rows[0] ?? null
}

export type AccountToCheck = {
  id: string
  creatorId: string
  creatorName: string
  kind: AccountKind
  bankName: string
  number: string
  accountName: string
  /** As a reviewer saw it on the identity document; null where it was never asked. */
  legalName: string | null
  confirmedAt: Date
}

/** Accounts whose name staff has to compare, the longest waiting first. */
export async function listAccountsToCheck(): Promise<AccountToCheck[]> {
  const { rows } = await sql<Omit<AccountToCheck, 'number'> & KeptNumber>`
    select a.id, a.creator_id as "creatorId", ${NAME} as "creatorName", a.kind, a.bank_name as "bankName", a.number, a.sealed_number,
      a.account_name as "accountName", c.legal_name as "legalName", a.confirmed_at as "confirmedAt"
    from payout_accounts a join profiles p on p.id = a.creator_id join creators c on c.profile_id = a.creator_id
    where a.state = 'in_use' and a.name_check = 'waiting' order by a.confirmed_at, a.id limit ${MAX_ROWS}`.execute(db)
  return rows.map(({ sealed_number, ...row }) => ({ ...row, number: openNumber({ ...row, sealed_number }) }))
}

export type StaffPayout = PayoutSums &
  StaffPayoutRow & {
    reference: string
    providerId: string | null
    providerFeeMinor: bigint | null
    providerText: string | null
    lookups: number
    claimedAt: Date | null
    sentAt: Date | null
    completedAt: Date | null
    endedAt: Date | null
    failureSeenAt: Date | null
    approvalsNeeded: number
    askedBy: string | null
    retryOf: string | null
    retriedBy: string | null
    accountKind: AccountKind
    accountBank: string
    accountNumber: string
    accountName: string
    nameCheckedAt: Date | null
    debtMinor: bigint
    approvals: { name: string; approverId: string; at: Date }[]
    /** Why this actor can't approve it; null where they can. */
    approvalDenied: RunDenial | ApprovalDenial | null
  }

type Detail = Omit<StaffPayout, 'approvals' | 'approvalDenied' | 'debtMinor' | 'accountNumber'> & {
  accountId: string
  plainNumber: string | null
  sealedNumber: string | null
}

/** One payout with everything needed for a decision. Null when there is none. */
export async function findPayoutForStaff(actor: Actor, payoutId: string): Promise<StaffPayout | null> {
  if (!isId(payoutId)) return null
  const { rows } = await sql<Detail>`
    select o.id, o.number, o.creator_id as "creatorId", ${NAME} as "creatorName", p.avatar_media_id as "avatarMediaId",
      o.run_day::text as "runDay", o.created_at as "createdAt", o.state, o.reason, o.reference,
      o.gross_minor as "grossMinor", o.fee_minor as "feeMinor", o.tax_minor as "taxMinor", o.net_minor as "netMinor",
      o.provider_id as "providerId", o.provider_fee_minor as "providerFeeMinor", o.provider_text as "providerText",
      o.lookups, o.claimed_at as "claimedAt", o.sent_at as "sentAt", o.completed_at as "completedAt", o.ended_at as "endedAt",
      o.failure_seen_at as "failureSeenAt", o.approvals_needed as "approvalsNeeded", o.retry_of as "retryOf",
      (select coalesce(s.display_name, s.email) from profiles s where s.id = o.asked_by) as "askedBy",
      (select r.id from payouts r where r.retry_of = o.id) as "retriedBy",
      a.kind as "accountKind", a.bank_name as "accountBank", a.id as "accountId", a.number as "plainNumber",
      a.sealed_number as "sealedNumber", a.account_name as "accountName",
      coalesce(a.name_checked_at, a.confirmed_at) as "nameCheckedAt"
    from payouts o join profiles p on p.id = o.creator_id join payout_accounts a on a.id = o.account_id
    where o.id = ${payoutId}`.execute(db)
  if (!rows[0]) return null
  const { accountId, plainNumber, sealedNumber, ...row } = rows[0]
  const accountNumber = openNumber({ id: accountId, number: plainNumber, sealed_number: sealedNumber })
  const [approvals, ownerIsAlone, debtMinor] = await Promise.all([
    approvalsOf(payoutId),
    isOwnerAlone(),
    getBalance(creatorAccount('creator_debt', row.creatorId)),
  ])
  const verdict = canApprovePayout(actor, {
    creatorId: row.creatorId,
    state: row.state,
    approvalsNeeded: row.approvalsNeeded,
    approvers: approvals.map((one) => one.approverId),
    ownerIsAlone,
  })
  return { ...row, accountNumber, debtMinor, approvals, approvalDenied: verdict.allowed ? null : verdict.reason }
}

async function approvalsOf(payoutId: string): Promise<StaffPayout['approvals']> {
  const { rows } = await sql<StaffPayout['approvals'][number]>`
    select coalesce(p.display_name, p.email) as name, a.approver_id as "approverId", a.approved_at as at
    from payout_approvals a join profiles p on p.id = a.approver_id
    where a.payout_id = ${payoutId} order by a.step`.execute(db)
  return rows
}
