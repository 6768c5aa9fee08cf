const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Ages at which a payment is checked again, before the checks become hourly. */
const FIRST_CHECKS = [
  10 * SECOND,
  20 * SECOND,
  40 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
]
const LAST_CHECK = 7 * DAY

/** Minutes after the end of its page when a payment without any money is closed. */
export const GRACE_MINUTES = 15

/**
 * When to check a payment next that began at `startedAt`: quickly at first, hourly for a day, daily for a week, then never (null). The
 * result is in the future.
 */
export function nextCheckAt(startedAt: Date, now: Date): Date | null {
  const age = Math.max(0, now.getTime() - startedAt.getTime())
  if (age >= LAST_CHECK) return null
  return new Date(startedAt.getTime() + nextAge(age))
}

function nextAge(age: number): number {
  const first = FIRST_CHECKS.find((check) => check > age)
  if (first !== undefined) return first
  const step = age < DAY ? HOUR : DAY
  return Math.min((Math.floor(age / step) + 1) * step, LAST_CHECK)
}

/** Minutes until a notification about an unknown reference is checked again: it may have arrived before our own commit. */
export const NOTICE_RETRY_MINUTES = [1, 5, 30] as const
