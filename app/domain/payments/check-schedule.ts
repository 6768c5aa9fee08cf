const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Ages at which a payment is asked about again, before it becomes hourly. */
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

/** How long after the end of its page a payment without any money is given up. */
export const GRACE_MINUTES = 15

/**
 * When to ask next about a payment that began at `startedAt`: quickly at first, hourly for a day, daily for a week, then never. The answer
 * lies in the future, or is null.
 */
export function nextCheckAt(startedAt: Date, now: Date): Date | null {
  const age = Math.max(0, now.getTime() - startedAt.getTime())
  if (age >= LAST_CHECK) return null
  return new Date(startedAt.getTime() + nextAge(age))
}

function nextAge(age: number): number {
  const first = FIRST_CHECKS.find((look) => look > age)
  if (first !== undefined) return first
  const step = age < DAY ? HOUR : DAY
  return Math.min((Math.floor(age / step) + 1) * step, LAST_CHECK)
}

/** Minutes until a notice about a reference that we don't know is looked at again: it may have outrun our own commit. */
export const NOTICE_RETRY_MINUTES = [1, 5, 30] as const
