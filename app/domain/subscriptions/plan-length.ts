export const LENGTH_UNITS = ['day', 'week', 'month', 'year'] as const
export type LengthUnit = (typeof LENGTH_UNITS)[number]

/** How long a plan lasts, by the calendar of Kampala. It never changes: to sell another length, the owner adds another plan. */
export type PlanLength = { count: number; unit: LengthUnit }

/** Two years at most; the same numbers as in the database. */
const MAX_COUNT: Record<LengthUnit, number> = { day: 730, week: 104, month: 24, year: 2 }
const DAY_MS = 86_400_000
// Uganda keeps UTC+3 all year round.
const KAMPALA_OFFSET_MS = 3 * 3_600_000

export function isLengthUnit(text: string): text is LengthUnit {
  return LENGTH_UNITS.includes(text as LengthUnit)
}

/** A typed length of one day to two years, or null. */
export function readLength(count: string, unit: string): PlanLength | null {
  if (!isLengthUnit(unit) || !/^\d{1,4}$/.test(count.trim())) return null
  const number = Number(count.trim())
  return number >= 1 && number <= MAX_COUNT[unit] ? { count: number, unit } : null
}

/** "1 week", "3 months". */
export function lengthText({ count, unit }: PlanLength): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** What a price is for: "a month", "a year", and for other lengths "for 10 days". */
export function periodText(length: PlanLength): string {
  const plain = length.count === 1 && (length.unit === 'month' || length.unit === 'year')
  return plain ? `a ${length.unit}` : `for ${lengthText(length)}`
}

/** The whole months of a length; null where it is counted in days or weeks, because no number of them is always a month. */
export function monthsOf({ count, unit }: PlanLength): number | null {
  if (unit === 'month') return count
  return unit === 'year' ? 12 * count : null
}

/**
 * The end of a term that begins at `start`, at the same time of day in Kampala. Months and years go by the calendar: 31 January plus a month
 * is the last of February.
 */
export function endOfTerm(start: Date, length: PlanLength): Date {
  const months = monthsOf(length)
  if (months === null) return new Date(start.getTime() + length.count * (length.unit === 'week' ? 7 : 1) * DAY_MS)
  const local = new Date(start.getTime() + KAMPALA_OFFSET_MS)
  const end = new Date(local)
  end.setUTCDate(1)
  end.setUTCMonth(local.getUTCMonth() + months)
  end.setUTCDate(Math.min(local.getUTCDate(), daysIn(end.getUTCFullYear(), end.getUTCMonth())))
  return new Date(end.getTime() - KAMPALA_OFFSET_MS)
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
}

/** The period that a payment at `paidAt` buys: it follows an active pass, or begins at once. */
export function termOf(length: PlanLength, paidAt: Date, currentEnd: Date | null): { startsAt: Date; endsAt: Date } {
  const startsAt = currentEnd !== null && currentEnd > paidAt ? currentEnd : paidAt
  return { startsAt, endsAt: endOfTerm(startsAt, length) }
}
