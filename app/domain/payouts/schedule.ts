import { addDays, addMinutes } from '#app/platform/clock.ts'

/** A claim that nobody finished: the worker died, and only a check can show how far it came. */
export const CLAIM_MINUTES = 2
/** A failure counts if the gateway still reports it after this time: operators have paid after reporting a failure. */
export const COOL_OFF_MINUTES = 30
/** Money that isn't there yet, or a gateway that is down: the same payout is tried again. */
export const TRY_AGAIN_MINUTES = 15
/** Hours after which staff may release a transfer that the gateway has never seen. */
export const RELEASE_HOURS = 24

const HOUR = 60
const DAY = 24 * HOUR
const CHECKS = [1, 2, 5, 15, 30] as const
const CHECKS_FOR_THE_LOST = [5, 30, 2 * HOUR, 24 * HOUR] as const

/** When to check a transfer again that the gateway has: quickly at first, hourly for a day, every six hours for a week, then daily. */
export function nextCheckAt(sentAt: Date, at: Date): Date {
  const age = Math.max(0, (at.getTime() - sentAt.getTime()) / 60_000)
  const early = CHECKS.find((check) => check > age)
  if (early !== undefined) return addMinutes(sentAt, early)
  const step = age < DAY ? HOUR : age < 7 * DAY ? 6 * HOUR : DAY
  return addMinutes(sentAt, (Math.floor(age / step) + 1) * step)
}

/** When to check a transfer again that the gateway doesn't know; after a day, daily. */
export function nextCheckForLost(claimedAt: Date, at: Date): Date {
  const age = Math.max(0, (at.getTime() - claimedAt.getTime()) / 60_000)
  const wait = CHECKS_FOR_THE_LOST.find((check) => check > age)
  return wait === undefined ? addDays(at, 1) : addMinutes(claimedAt, wait)
}

/** An ended payout is checked once more after a day and after three: transfers are reversed, and failures succeed late. */
export function checkAfterEnd(endedAt: Date, at: Date): Date | null {
  const again = [1, 3].map((days) => addDays(endedAt, days)).find((check) => check > at)
  return again ?? null
}
