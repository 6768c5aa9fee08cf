import { formatShillings } from '#app/domain/money/money.ts'

/** "43,200" or "− 8,640": shillings without "UGX", for columns with the currency in the header. */
export function signed(amountMinor: bigint): string {
  return amountMinor < 0n ? `\u2212\u00a0${formatShillings(-amountMinor)}` : formatShillings(amountMinor)
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** "October 2026" of "2026-10". */
export function showMonth(month: string): string {
  return `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
}

/** "October 2026" of "2026-10", "2026" of a year. */
export function showPeriod(period: string): string {
  return period.length === 4 ? period : showMonth(period)
}

/** "9 Nov" of "2026-11-09". */
export function showShortDay(day: string): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]!.slice(0, 3)}`
}
