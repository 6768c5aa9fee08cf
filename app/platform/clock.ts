/**
 * The one clock of business time. In the demo it can be moved forward (POST /dev/clock); everywhere else it is the machine's. `app_now()`
 * in SQL reads the same advance.
 */
let advancedByMs = 0

export function now(): Date {
  return new Date(Date.now() + advancedByMs)
}

/**
 * The time of clocks outside of the product, such as an authenticator app's, which the demo's clock doesn't move. Nothing falls due by
 * it.
 */
export function realNow(): Date {
  return new Date(Date.now())
}

/** Called only by clock.server.ts; other modules only read. */
export function setClockAdvance(milliseconds: number): void {
  advancedByMs = milliseconds
}

export const KAMPALA = 'Africa/Kampala'

export function addMinutes(time: Date, minutes: number): Date {
  return new Date(time.getTime() + minutes * 60_000)
}

export function addDays(time: Date, days: number): Date {
  return new Date(time.getTime() + days * 86_400_000)
}
