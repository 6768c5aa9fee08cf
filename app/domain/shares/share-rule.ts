import { ugx, splitByWeights, splitFee } from '#app/domain/money/money.ts'
import { daysBetween } from '#app/domain/usage/day.ts'

/**
 * The public rule by which passes are shared (/how-passes-are-shared), for one week. The database applies it to all passes at once
 * (internal/share-week.server.ts); this is the same rule for one pass, and recomputes any week that is questioned.
 */
/** A pass by days of Kampala: it is earned on each day from the first until the one before the last. */
export type Term = { priceMinor: bigint; fromDay: string; toDay: string }

/**
 * What a pass has earned at the start of a day: the same part of the price with each of its days, in whole shillings, and the rest on the
 * last day.
 */
export function earnedUntil(term: Term, day: string): bigint {
  const days = Math.max(1, daysBetween(term.fromDay, term.toDay))
  const passed = Math.min(days, Math.max(0, daysBetween(term.fromDay, day)))
  if (passed === days) return term.priceMinor
  return inShillings((term.priceMinor * BigInt(passed)) / BigInt(days))
}

/** Splits the shared part of a pass into our fee, rounded down, and the creators' part, in whole shillings. */
export function partOfCreators(grossMinor: bigint, feeBasisPoints: number): { feeMinor: bigint; netMinor: bigint } {
  const { rest } = splitFee({ amountMinor: grossMinor, currency: 'UGX' }, feeBasisPoints)
  const netMinor = inShillings(rest.amountMinor)
  return { feeMinor: grossMinor - netMinor, netMinor }
}

/** A pass in a week. Minor units of shillings. */
export type PassWeek = {
  passId: string
  fanId: string
  /** What its days until the end of the week have earned and no earlier week has counted. */
  earnedMinor: bigint
  /** What weeks without use and follows have kept of it. */
  keptMinor: bigint
  /** The pass ends within the week. */
  ends: boolean
  /** By creator, the days of the week on which the fan used them while the pass ran. */
  used: readonly Weight[]
  /** The creators whom the fan follows; counts only where none was used. */
  followed: readonly string[]
}
export type Weight = { creatorId: string; weight: number }

export type ShareLine = Weight & {
  passId: string | null
  fanId: string | null
  basis: 'used' | 'followed' | 'common'
  netMinor: bigint
  feeMinor: bigint
}

/** The result: earned and kept together are shared, kept for the next weeks of the same pass, or breakage. */
export type SharedPass = {
  basis: 'used' | 'followed' | 'none'
  grossMinor: bigint
  feeMinor: bigint
  keptMinor: bigint
  breakageMinor: bigint
  lines: ShareLine[]
}

/**
 * Shares one pass in one week, independent of all others. Use shares what the week earned and what was kept; follows share what the week
 * earned. The rest waits for the next weeks of the same pass, and is breakage once the pass has ended.
 */
export function sharePass(pass: PassWeek, feeBasisPoints: number): SharedPass {
  const dueMinor = pass.earnedMinor + pass.keptMinor
  const followed = pass.followed.map((creatorId) => ({ creatorId, weight: 1 }))
  const [basis, grossMinor, weights] =
    pass.used.length > 0 && dueMinor > 0n
      ? (['used', dueMinor, pass.used] as const)
      : followed.length > 0 && pass.used.length === 0 && pass.earnedMinor > 0n
        ? (['followed', pass.earnedMinor, followed] as const)
        : (['none', 0n, []] as const)
  const { feeMinor, netMinor } = partOfCreators(grossMinor, feeBasisPoints)
  const restMinor = dueMinor - grossMinor
  return {
    basis,
    grossMinor,
    feeMinor,
    keptMinor: pass.ends ? 0n : restMinor,
    breakageMinor: pass.ends ? restMinor : 0n,
    lines: basis === 'none' ? [] : shareOne({ netMinor, feeMinor }, weights, basis, pass),
  }
}

/** Whether use on a day counts for a pass in a week: from the day on which it begins to the one on which it ends, both included. */
export function countsFor(pass: { fromDay: string; lastDay: string }, monday: string, day: string): boolean {
  const inWeek = day >= monday && daysBetween(monday, day) < 7
  return inWeek && day >= pass.fromDay && day <= pass.lastDay
}

/** Splits one sum among creators by weight, in whole shillings, by largest remainder, ties to the smaller id; the fee likewise. */
export function shareOne(
  sum: { netMinor: bigint; feeMinor: bigint },
  weights: readonly Weight[],
  basis: ShareLine['basis'],
  { passId, fanId }: { passId: string | null; fanId: string | null },
): ShareLine[] {
  const parts = weights.map(({ creatorId, weight }) => ({ id: creatorId, weight: BigInt(weight) }))
  const shillings = splitByWeights(sum.netMinor / STEP, parts)
  const fees = splitByWeights(sum.feeMinor / STEP, parts)
  return weights.map(({ creatorId, weight }) => ({
    passId,
    fanId,
    creatorId,
    basis,
    weight,
    netMinor: shillings.get(creatorId)! * STEP,
    feeMinor: fees.get(creatorId)! * STEP,
  }))
}

const STEP = ugx(1).amountMinor

function inShillings(amountMinor: bigint): bigint {
  return (amountMinor / STEP) * STEP
}
