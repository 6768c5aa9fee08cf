import { earningsReleased, splitReversal, reversalLines } from '#app/domain/earnings/entries.ts'
import { credit, type Entry } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'
import { passBreakage, passPoolShared, passRevenueEarned, passRevenueShared } from '#app/domain/shares/entries.ts'
import { newId } from '#app/platform/id.ts'

type Facts = {
  price: Money
  fee: Money | null
  owed: Money | null
  pending: Money | null
  available: Money | null
  vatBasisPoints: number
  creator: string
  at: Date
}

/** The entries of docs/money.md that post, release and reverse creators' earnings; null for every other kind. */
export function earningsEntryOf(kind: string, facts: Facts): Entry | null {
  const { price, creator: creatorId, at } = facts
  const { amountMinor } = price
  const id = newId()
  switch (kind) {
    case 'earnings_released':
      return earningsReleased({ id, creatorId, amountMinor, debtMinor: facts.owed?.amountMinor ?? 0n, at })
    case 'pass_revenue_earned':
      return passRevenueEarned({
        id,
        grossMinor: amountMinor,
        feeMinor: facts.fee!.amountMinor,
        vatBasisPoints: facts.vatBasisPoints,
        at,
      })
    case 'pass_breakage':
      return passBreakage({ id, breakageMinor: amountMinor, vatBasisPoints: facts.vatBasisPoints, at })
    case 'pass_pool_shared':
      return passPoolShared({ id, carriedMinor: amountMinor, at })
    case 'pass_revenue_shared':
      return passRevenueShared({ runId: id, creatorId, netMinor: amountMinor, at })
    case 'earnings_taken_back':
      return {
        kind,
        idempotencyKey: id,
        causeKind: 'refund',
        causeId: id,
        happenedAt: at,
        lines: [
          ...reversalLines(
            creatorId,
            splitReversal(amountMinor, {
              pendingMinor: facts.pending?.amountMinor ?? 0n,
              availableMinor: facts.available?.amountMinor ?? 0n,
            }),
          ),
          credit({ purpose: 'refunds_payable', ownerId: null, currency: 'UGX' }, amountMinor),
        ],
      }
    default:
      return null
  }
}
