import { credit, debit, type Entry, type Line, makeEntry, nonZero } from '#app/domain/ledger/chart.ts'
import { creatorAccount } from './earning.ts'

/** Seven days are over: what a creator owes is paid first, the rest becomes available. Minor units of shillings. */
export function earningsReleased(release: {
  id: string
  creatorId: string
  amountMinor: bigint
  debtMinor: bigint
  at: Date
}): Entry {
  const { id, creatorId, amountMinor } = release
  const paid = release.debtMinor < amountMinor ? release.debtMinor : amountMinor
  return makeEntry('earnings_released', `earnings_released:${id}`, 'earnings_release', { id, at: release.at }, [
    debit(creatorAccount('creator_pending', creatorId), amountMinor),
    credit(creatorAccount('creator_debt', creatorId), paid),
    credit(creatorAccount('creator_available', creatorId), amountMinor - paid),
  ])
}

export type ReversedFrom = { pendingMinor: bigint; availableMinor: bigint; owedMinor: bigint }

/** From which accounts a reversal is taken: pending first, then available; what is in neither is owed. */
export function splitReversal(
  amountMinor: bigint,
  balances: { pendingMinor: bigint; availableMinor: bigint },
): ReversedFrom {
  const pendingMinor = smaller(amountMinor, balances.pendingMinor)
  const availableMinor = smaller(amountMinor - pendingMinor, balances.availableMinor)
  return { pendingMinor, availableMinor, owedMinor: amountMinor - pendingMinor - availableMinor }
}

/** The debits of a reversal of a creator's earnings. */
export function reversalLines(creatorId: string, taken: ReversedFrom): Line[] {
  return nonZero([
    debit(creatorAccount('creator_pending', creatorId), taken.pendingMinor),
    debit(creatorAccount('creator_available', creatorId), taken.availableMinor),
    debit(creatorAccount('creator_debt', creatorId), taken.owedMinor),
  ])
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
