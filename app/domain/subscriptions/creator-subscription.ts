import { MINOR_PER_UNIT } from '#app/domain/money/money.ts'
import { CREATOR_SUBSCRIPTION_DAYS } from '#app/domain/settings/constants.ts'

const DAY_MS = 86_400_000
// Kampala keeps UTC+3 all year round.
const KAMPALA_OFFSET_MS = 3 * 3_600_000

/** The thirty days that a payment at `paidAt` buys: they follow an active subscription, or begin at once. */
export function termOfCreatorSubscription(paidAt: Date, currentEnd: Date | null): { startsAt: Date; endsAt: Date } {
  const startsAt = currentEnd !== null && currentEnd > paidAt ? currentEnd : paidAt
  return { startsAt, endsAt: new Date(startsAt.getTime() + CREATOR_SUBSCRIPTION_DAYS * DAY_MS) }
}

/**
 * What of a price is earned after this many of its days, in minor units: whole shillings, rounded down, and all of it after the last.
 */
export function earnedAfter(priceMinor: bigint, days: number): bigint {
  const counted = BigInt(Math.min(Math.max(days, 0), CREATOR_SUBSCRIPTION_DAYS))
  return (((priceMinor / MINOR_PER_UNIT) * counted) / BigInt(CREATOR_SUBSCRIPTION_DAYS)) * MINOR_PER_UNIT
}

/** Our fee of one part, rounded down to whole shillings; the rest is the creator's. */
export function feeOfPart(partMinor: bigint, basisPoints: number): bigint {
  return ((partMinor * BigInt(basisPoints)) / 10_000n / MINOR_PER_UNIT) * MINOR_PER_UNIT
}

/** The number of whole days of a term that are over at a moment. */
export function wholeDays(startsAt: Date, at: Date): number {
  const days = Math.floor((at.getTime() - startsAt.getTime()) / DAY_MS)
  return Math.min(Math.max(days, 0), CREATOR_SUBSCRIPTION_DAYS)
}

/** The day in Kampala, as YYYY-MM-DD. */
export function kampalaDay(at: Date): string {
  return new Date(at.getTime() + KAMPALA_OFFSET_MS).toISOString().slice(0, 10)
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The last second of a day in Kampala: the time of the day's earnings entry. */
export function endOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - KAMPALA_OFFSET_MS + DAY_MS - 1_000)
}

export type RunningTerm = {
  priceMinor: bigint
  startsAt: Date
  earnedDays: number
  earnedMinor: bigint
  returnedMinor: bigint
}

/**
 * The early end of a term: what its whole days have earned beyond what is posted already, and what is refunded. A day that has begun and
 * isn't over is refunded to the fan.
 */
export function endTermAt(term: RunningTerm, at: Date): { days: number; partMinor: bigint; restMinor: bigint } {
  const days = Math.max(wholeDays(term.startsAt, at), term.earnedDays)
  const left = term.priceMinor - term.earnedMinor - term.returnedMinor
  const earned = earnedAfter(term.priceMinor, days) - term.earnedMinor
  const partMinor = earned < 0n ? 0n : earned < left ? earned : left
  return { days, partMinor, restMinor: left - partMinor }
}
