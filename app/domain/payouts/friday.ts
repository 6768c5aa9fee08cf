const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Kampala is three hours ahead of UTC, all year. */
const KAMPALA_AHEAD_MS = 3 * HOUR_MS
const RUN_HOUR = 9
const FRIDAY = 5

/** The last Friday 09:00 of Kampala at or before a time. */
export function lastRunAt(at: Date): Date {
  const local = at.getTime() + KAMPALA_AHEAD_MS
  const midnight = Math.floor(local / DAY_MS) * DAY_MS
  const daysSince = (new Date(midnight).getUTCDay() - FRIDAY + 7) % 7
  const run = midnight - daysSince * DAY_MS + RUN_HOUR * HOUR_MS
  return new Date((run <= local ? run : run - 7 * DAY_MS) - KAMPALA_AHEAD_MS)
}

/** The day (of Kampala) of the run that is due or under way at a time. */
export function runDayOf(at: Date): string {
  return new Date(lastRunAt(at).getTime() + KAMPALA_AHEAD_MS).toISOString().slice(0, 10)
}

/** When the weekly run comes that can pay what is available from `availableAt` on; at the soonest the next one after `at`. */
export function paidFrom(availableAt: Date, at: Date): Date {
  const there = new Date(Math.max(availableAt.getTime(), at.getTime() + 1))
  const run = lastRunAt(there)
  return run.getTime() === there.getTime() ? run : nextRunAt(there)
}

/** When the next weekly run begins. */
export function nextRunAt(at: Date): Date {
  return new Date(lastRunAt(at).getTime() + 7 * DAY_MS)
}
