import { creatorAccount } from '#app/domain/earnings/earning.ts'
import {
  credit,
  debit,
  type Entry,
  type LedgerAccount,
  type Line,
  makeEntry,
  platform,
} from '#app/domain/ledger/chart.ts'
import type { Currency } from '#app/domain/money/money.ts'
import type { ChargebackStatus, GatewayChargeback } from '#app/gateways/flutterwave/refund-port.ts'

/** The payment was confirmed (won), the money is lost for good, or still unknown (null). */
export function endOfChargeback(status: ChargebackStatus): 'won' | 'lost' | null {
  if (status === 'won' || status === 'reversed') return 'won'
  return status === 'lost' ? 'lost' : null
}

/** What we stored of a chargeback that the gateway has shown before. */
export type KnownChargeback = {
  transactionId: string | null
  status: ChargebackStatus
  rawStatus: string
  stage: string
  dueAt: Date | null
  endedAt: Date | null
  /** An answer of ours that the gateway may not have received. */
  untold: boolean
}

/** Whether the gateway shows something new: its list holds many months, and hardly any of it is new. */
export function hasNews(shown: GatewayChargeback, known: KnownChargeback | undefined): boolean {
  // A chargeback that matched no payment may match one now.
  if (!known || known.transactionId === null) return true
  if (shown.status !== known.status || shown.rawStatus !== known.rawStatus || shown.stage !== known.stage) return true
  if (shown.dueAt !== null && shown.dueAt.getTime() !== known.dueAt?.getTime()) return true
  return (
    (known.untold && isAnswered(shown.status)) || (endOfChargeback(shown.status) !== null && known.endedAt === null)
  )
}

/** The gateway has received our answer. */
export function isAnswered(status: ChargebackStatus): boolean {
  return status === 'accepted' || status === 'declined'
}

/** While it can be answered. */
export function awaitsAnswer(status: ChargebackStatus): boolean {
  return status === 'initiated' || status === 'pending'
}

const HOUR_MS = 3_600_000
const WARNINGS_HOURS = [8, 2] as const

/** How many warnings before the answer is due have to be sent by now: one eight hours before, one two hours before. */
export function warningsDue(dueAt: Date | null, at: Date): number {
  if (dueAt === null) return 0
  const left = dueAt.getTime() - at.getTime()
  return WARNINGS_HOURS.filter((hours) => left <= hours * HOUR_MS).length
}

export type BookedChargeback = { id: string; amountMinor: bigint; currency: Currency; at: Date }

/** A bank has reversed a charge. `bornBy`: whose money pays for it; the rest is our loss. */
export function chargebackReceived(chargeback: BookedChargeback, bornBy: readonly Line[]): Entry {
  const { currency } = chargeback
  const born = bornBy.reduce((sum, line) => (line.account.currency === currency ? sum + line.amountMinor : sum), 0n)
  return makeEntry('chargeback_received', `chargeback_received:${chargeback.id}`, 'chargeback', chargeback, [
    ...bornBy,
    debit(platform('chargeback_losses', currency), chargeback.amountMinor - born),
    credit(platform('gateway_clearing', currency), chargeback.amountMinor),
  ])
}

/**
 * The chargeback is won: everybody gets back what was taken from them. Creators get it as available earnings, after what they still owe
 * (`debts`, minor units by creator).
 */
export function chargebackWon(
  chargeback: Omit<BookedChargeback, 'amountMinor'>,
  received: readonly Line[],
  debts: ReadonlyMap<string, bigint>,
): Entry {
  const others = received.filter((line) => !isCreators(line.account))
  return makeEntry('chargeback_won', `chargeback_won:${chargeback.id}`, 'chargeback', chargeback, [
    ...others.map(({ account, amountMinor }) => ({ account, amountMinor: -amountMinor })),
    ...sumsByCreator(received).flatMap(({ creatorId, totalMinor }) => {
      const debtMinor = debts.get(creatorId) ?? 0n
      const settled = totalMinor < debtMinor ? totalMinor : debtMinor
      return [
        credit(creatorAccount('creator_debt', creatorId), settled),
        credit(creatorAccount('creator_available', creatorId), totalMinor - settled),
      ]
    }),
  ])
}

/** What an entry took from each creator, ordered by creator. Minor units. */
export function sumsByCreator(lines: readonly Line[]): { creatorId: string; totalMinor: bigint; owedMinor: bigint }[] {
  const sums = new Map<string, { totalMinor: bigint; owedMinor: bigint }>()
  for (const { account, amountMinor } of lines) {
    if (!isCreators(account) || account.ownerId === null) continue
    const sum = sums.get(account.ownerId) ?? { totalMinor: 0n, owedMinor: 0n }
    sum.totalMinor += amountMinor
    if (account.purpose === 'creator_debt') sum.owedMinor += amountMinor
    sums.set(account.ownerId, sum)
  }
  return [...sums]
    .map(([creatorId, sum]) => ({ creatorId, ...sum }))
    .toSorted((one, other) => (one.creatorId < other.creatorId ? -1 : 1))
}

export function isCreators(account: LedgerAccount): boolean {
  return (
    account.purpose === 'creator_pending' ||
    account.purpose === 'creator_available' ||
    account.purpose === 'creator_debt'
  )
}
