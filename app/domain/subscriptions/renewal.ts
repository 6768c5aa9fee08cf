import { RENEWAL } from '#app/domain/settings/constants.ts'
import { endOfTerm, type PlanLength } from './plan-length.ts'

/** What a fan chooses for the end of a pass: reminders and renewal by hand, automatic renewal from the wallet, or no renewal. */
export type RenewalMode = 'by_hand' | 'automatic' | 'cancelled'

/** The choice; `agreedMinor` is the price in shillings up to which the wallet may be used. */
export type Renewal = { mode: RenewalMode; agreedMinor: bigint | null; triedFor: Date | null }

export const NO_CHOICE: Renewal = { mode: 'by_hand', agreedMinor: null, triedFor: null }

export type EndNotice = 'three_days' | 'one_day' | 'ended'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** No notice is sent for an end longer ago than this. */
const NEWS_DAYS = 3

/**
 * The notice due about an end at a moment, or null. A fan who cancelled knows that it ends, and is notified only when it has. Whoever has
 * bought it less than an hour before a notice knows its end (since `knownAt`), and does not get that notice.
 */
export function dueNotice(endsAt: Date, at: Date, mode: RenewalMode, knownAt: Date): EndNotice | null {
  const left = endsAt.getTime() - at.getTime()
  if (left <= -NEWS_DAYS * DAY_MS) return null
  if (left <= 0) return 'ended'
  if (mode === 'cancelled' || left > 3 * DAY_MS) return null
  const days = left > DAY_MS ? 3 : 1
  if (!isReminded(endsAt, knownAt, days)) return null
  return days === 3 ? 'three_days' : 'one_day'
}

function isReminded(endsAt: Date, knownAt: Date, days: 3 | 1): boolean {
  return knownAt.getTime() < endsAt.getTime() - days * DAY_MS - HOUR_MS
}

/** When reminders of an end are sent: `3 days and 1 day` before it, `1 day`, or '' where it comes too soon for both. */
export function remindersBefore(endsAt: Date, knownAt: Date): '3 days and 1 day' | '1 day' | '' {
  if (isReminded(endsAt, knownAt, 3)) return '3 days and 1 day'
  return isReminded(endsAt, knownAt, 1) ? '1 day' : ''
}

/** Whether a pass is to be renewed from the wallet now: chosen, within its hours, and not tried for this end before. */
export function isRenewalDue(renewal: Renewal, endsAt: Date, at: Date): boolean {
  if (renewal.mode !== 'automatic' || renewal.triedFor?.getTime() === endsAt.getTime()) return false
  const left = endsAt.getTime() - at.getTime()
  return left <= RENEWAL.hoursBefore * HOUR_MS && left > -RENEWAL.hoursAfter * HOUR_MS
}

/** The moment from which the wallet is used. */
export function renewsAt(endsAt: Date): Date {
  return new Date(endsAt.getTime() - RENEWAL.hoursBefore * HOUR_MS)
}

/** What a plan's page promises about reminders; a short plan ends too soon for one of them, or for both. */
export function reminderText(length: PlanLength): string {
  const start = new Date(0)
  const before = remindersBefore(endOfTerm(start, length), start)
  return before && `We remind you ${before} before.`
}
