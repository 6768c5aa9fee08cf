import { credit, debit, type Entry, type LedgerAccount, type Purpose } from '#app/domain/ledger/chart.ts'
import { creatorPot, feeCredits } from '#app/domain/earnings/earning.ts'
import { ugx } from '#app/domain/money/money.ts'

/** What all passes earned in a week: our fee is taken, the rest waits in the pool for the creators. Minor units of shillings. */
export function passRevenueEarned(run: {
  id: string
  grossMinor: bigint
  feeMinor: bigint
  vatBasisPoints: number
  at: Date
}): Entry {
  return {
    kind: 'pass_revenue_earned',
    idempotencyKey: `share_run:${run.id}`,
    causeKind: 'share_run',
    causeId: run.id,
    happenedAt: run.at,
    lines: [
      debit(platform('deferred_pass_revenue'), run.grossMinor),
      credit(platform('pass_pool'), run.grossMinor - run.feeMinor),
      ...feeCredits({ ...ugx(0), amountMinor: run.feeMinor }, run.vatBasisPoints),
    ].filter((line) => line.amountMinor !== 0n),
  }
}

/** One creator's part of a week. */
export function passRevenueShared(share: { runId: string; creatorId: string; netMinor: bigint; at: Date }): Entry {
  return {
    kind: 'pass_revenue_shared',
    idempotencyKey: `share_run:${share.runId}:${share.creatorId}`,
    causeKind: 'share_run',
    causeId: share.runId,
    happenedAt: share.at,
    lines: [
      debit(platform('pass_pool'), share.netMinor),
      credit(creatorPot('creator_pending', share.creatorId), share.netMinor),
    ],
  }
}

function platform(purpose: Purpose): LedgerAccount {
  return { purpose, ownerId: null, currency: 'UGX' }
}
