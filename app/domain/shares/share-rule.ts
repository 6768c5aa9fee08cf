import { ugx, splitByWeights, splitFee } from '#app/domain/money/money.ts'
import { daysBetween } from '#app/domain/usage/day.ts'

/**
 * The public rule by which passes are shared (/how-passes-are-shared), for one week. The database carries it out for everybody at once
 * (share-week.server.ts); this says once more, for one after another, what must come out, and recomputes any week that is questioned.
 */
export type Term = { priceMinor: bigint; fromDay: string; toDay: string }

/**
 * What a pass has earned when a day begins: the price grows by the same part with each of its days, in whole shillings, and the last day
 * brings the rest.
 */
export function earnedUntil(term: Term, day: string): bigint {
  const days = Math.max(1, daysBetween(term.fromDay, term.toDay))
  const passed = Math.min(days, Math.max(0, daysBetween(term.fromDay, day)))
  if (passed === days) return term.priceMinor
  return inShillings((term.priceMinor * BigInt(passed)) / BigInt(days))
}

/** What a fan's passes earned in the week, parted into our fee and the creators' part, which is whole shillings. */
export function partOfCreators(grossMinor: bigint, feePercentage: number): { feeMinor: bigint; netMinor: bigint } {
  const { rest } = splitFee({ amountMinor: grossMinor, currency: 'UGX' }, feePercentage)
  const netMinor = inShillings(rest.amountMinor)
  return { feeMinor: grossMinor - netMinor, netMinor }
}

export type FanWeek = {
  fanId: string
  netMinor: bigint
  feeMinor: bigint
  /** Days on which the fan used a creator in the week. */
  used: readonly Weight[]
  /** Whom the fan follows; counts only where nobody was used. */
  followed: readonly string[]
}
export type Weight = { creatorId: string; weight: number }

export type ShareLine = Weight & {
  fanId: string | null
  basis: 'used' | 'followed' | 'common'
  netMinor: bigint
  feeMinor: bigint
}
export type SharedWeek = { lines: ShareLine[]; carriedMinor: bigint; carriedFeeMinor: bigint }

/**
 * Shares a week. Each fan's part goes to the creators of that fan by days, else to those followed, each alike, else into the common pool,
 * which goes by the days of all fans; with no day at all it is carried to the next week.
 */
export function shareWeek(
  fans: readonly FanWeek[],
  carried: { netMinor: bigint; feeMinor: bigint },
  allUse: readonly Weight[],
): SharedWeek {
  const lines: ShareLine[] = []
  let { netMinor, feeMinor } = carried
  for (const fan of fans) {
    const basis = fan.used.length > 0 ? 'used' : 'followed'
    const weights = basis === 'used' ? fan.used : fan.followed.map((creatorId) => ({ creatorId, weight: 1 }))
    if (weights.length > 0) lines.push(...shareOne(fan, weights, basis, fan.fanId))
    else {
      netMinor += fan.netMinor
      feeMinor += fan.feeMinor
    }
  }
  if (allUse.length === 0) return { lines, carriedMinor: netMinor, carriedFeeMinor: feeMinor }
  if (netMinor > 0n || feeMinor > 0n) lines.push(...shareOne({ netMinor, feeMinor }, allUse, 'common', null))
  return { lines, carriedMinor: 0n, carriedFeeMinor: 0n }
}

/** One sum among creators by weight, in whole shillings, by largest remainder, ties to the smaller id; the fee beside it likewise. */
export function shareOne(
  sum: { netMinor: bigint; feeMinor: bigint },
  weights: readonly Weight[],
  basis: ShareLine['basis'],
  fanId: string | null,
): ShareLine[] {
  const parts = weights.map(({ creatorId, weight }) => ({ id: creatorId, weight: BigInt(weight) }))
  const shillings = splitByWeights(sum.netMinor / STEP, parts)
  const fees = splitByWeights(sum.feeMinor / STEP, parts)
  return weights.map(({ creatorId, weight }) => ({
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
