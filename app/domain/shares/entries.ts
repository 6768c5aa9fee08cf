import { credit, debit, type Entry, type Line, makeEntry, platform } from '#app/domain/ledger/chart.ts'
import { creatorAccount, feeCredits } from '#app/domain/earnings/earning.ts'
import { type Money, taxWithin } from '#app/domain/money/money.ts'

type Run = { id: string; at: Date }
type Taxed = Run & { vatBasisPoints: number }

/** What of all passes is shared in a week: our fee is taken, the rest is due to the creators. Minor units of shillings. */
export function passRevenueEarned(run: Taxed & { grossMinor: bigint; feeMinor: bigint }): Entry {
  return entryOf(run, 'pass_revenue_earned', '', [
    debit(platform('deferred_pass_revenue'), run.grossMinor),
    credit(platform('pass_shares_due'), run.grossMinor - run.feeMinor),
    ...feeCredits(shillings(run.feeMinor), run.vatBasisPoints),
  ])
}

/** The unused rest of the passes that ended in a week is ours, with the tax in it. */
export function passBreakage(run: Taxed & { breakageMinor: bigint }): Entry {
  const taxMinor = taxWithin(shillings(run.breakageMinor), run.vatBasisPoints).amountMinor
  return entryOf(run, 'pass_breakage', ':breakage', [
    debit(platform('deferred_pass_revenue'), run.breakageMinor),
    credit(platform('breakage'), run.breakageMinor - taxMinor),
    credit(platform('taxes_payable'), taxMinor),
  ])
}

/** The rest of the weeks under the former rule is due to the creators of the first week with any use. */
export function passPoolShared(run: Run & { carriedMinor: bigint }): Entry {
  return entryOf(run, 'pass_pool_shared', ':pool', [
    debit(platform('pass_pool'), run.carriedMinor),
    credit(platform('pass_shares_due'), run.carriedMinor),
  ])
}

/** One creator's part of a week. */
export function passRevenueShared(share: { runId: string; creatorId: string; netMinor: bigint; at: Date }): Entry {
  return entryOf({ id: share.runId, at: share.at }, 'pass_revenue_shared', `:${share.creatorId}`, [
    debit(platform('pass_shares_due'), share.netMinor),
    credit(creatorAccount('creator_pending', share.creatorId), share.netMinor),
  ])
}

function entryOf(run: Run, kind: string, suffix: string, lines: Line[]): Entry {
  return makeEntry(kind, `share_run:${run.id}${suffix}`, 'share_run', run, lines)
}

function shillings(amountMinor: bigint): Money {
  return { amountMinor, currency: 'UGX' }
}
