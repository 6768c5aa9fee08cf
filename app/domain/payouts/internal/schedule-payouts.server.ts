import { creatorAccount } from '#app/domain/earnings/earning.ts'
import { lockBalances } from '#app/domain/ledger/lock-balances.server.ts'
import { postEntries } from '#app/domain/ledger/post-entries.server.ts'
import { rateAt } from '#app/domain/settings/rates.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import { bookedPayout } from './payout-row.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { payoutScheduled } from '../entries.ts'
import { mintPayoutReference, partsOf, type PayoutSums } from '../payout.ts'
import { keptForFees } from './kept-back.server.ts'

export type Payee = { creatorId: string; accountId: string }
type Origin = {
  runDay: string | null
  askedBy: string | null
  retryOf: string | null
  minMinor: bigint
  /** Only one transfer, however much is available. */
  single?: boolean
}

/**
 * Schedules what each payee may be paid of their available earnings, in the caller's transaction. What a creator owes is kept, and the next
 * fee of creators who pay it from earnings; a creator with too little gets nothing. Returns the ids of the payouts made.
 */
export async function schedulePayouts(tx: Tx, payees: readonly Payee[], origin: Origin): Promise<string[]> {
  const { payoutFeeMinor, payoutApprovalMinor, creatorFeeMinor } = await settings(tx)
  const at = now()
  const tax = await rateAt(tx, 'withholding_on_payouts', at)
  const balances = await lockBalances(
    tx,
    payees.flatMap(({ creatorId }) => [
      creatorAccount('creator_available', creatorId),
      creatorAccount('creator_debt', creatorId),
    ]),
  )
  const ids = payees.map((payee) => payee.creatorId)
  const kept = await keptForFees(tx, ids, { at, feeMinor: creatorFeeMinor })
  const rows = payees.flatMap((payee, index) => {
    const payable = -balances[index * 2]! - balances[index * 2 + 1]! - (kept.get(payee.creatorId) ?? 0n)
    if (payable < origin.minMinor) return []
    const parts = partsOf(payable, payoutFeeMinor, tax).slice(0, origin.single ? 1 : undefined)
    const whole = parts.reduce((sum, part) => sum + part.grossMinor, 0n)
    return parts.map((part, place) => rowOf(payee, part, place + 1, whole > payoutApprovalMinor, origin, at))
  })
  if (rows.length === 0) return []
  await tx.insertInto('payouts').values(rows).execute()
  if (origin.askedBy !== null) await approveByAsking(tx, rows, origin.askedBy)
  await postEntries(
    tx,
    rows.map((row) => payoutScheduled(bookedPayout(row, at))),
  )
  return rows.map(({ id }) => id)
}

function rowOf(payee: Payee, sums: PayoutSums, part: number, isLarge: boolean, origin: Origin, at: Date) {
  const asked = origin.askedBy !== null
  return {
    id: newId(),
    creator_id: payee.creatorId,
    account_id: payee.accountId,
    run_day: origin.runDay,
    part,
    asked_by: origin.askedBy,
    retry_of: part === 1 ? origin.retryOf : null,
    gross_minor: sums.grossMinor,
    fee_minor: sums.feeMinor,
    tax_minor: sums.taxMinor,
    net_minor: sums.netMinor,
    approvals_needed: isLarge ? 2 : 0,
    reason: isLarge ? (asked ? 'first_approval' : 'approval') : null,
    reference: mintPayoutReference(at),
    next_check_at: isLarge ? null : at,
    created_at: at,
  }
}

/** The person who requests a large payout has approved it; the second approval is another person's. */
async function approveByAsking(
  tx: Tx,
  rows: readonly { id: string; approvals_needed: number }[],
  askedBy: string,
): Promise<void> {
  const large = rows.filter((row) => row.approvals_needed > 0)
  if (large.length === 0) return
  await tx
    .insertInto('payout_approvals')
    .values(large.map(({ id }) => ({ payout_id: id, step: 1, approver_id: askedBy })))
    .execute()
}
