/** The day by UTC as a number, 20261122, which repeats everything that varies from day to day. `TEST_DAY` chooses another. */
export function dayOfRun(): number {
  return Number(process.env.TEST_DAY ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))
}

/** Counts the days one by one, so that what rotates by day skips nothing at the end of a month. */
export function daysSince1970(day: number): number {
  const digits = String(day)
  const iso = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  return Math.floor(Date.parse(`${iso}T00:00:00Z`) / 86_400_000)
}
