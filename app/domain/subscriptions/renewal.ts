import { RENEWAL } from '#app/domain/settings/constants.ts'

/** What a fan wants at the end of a pass: by reminders and by hand, from the wallet by itself, or nothing at all. */
export type RenewalMode = 'by_hand' | 'automatic' | 'cancelled'

/** What was chosen; `agreedMinor` is the price in shillings up to which the wallet may be used. */
export type Renewal = { mode: RenewalMode; agreedMinor: bigint | null; triedFor: Date | null }

export const NO_CHOICE: Renewal = { mode: 'by_hand', agreedMinor: null, triedFor: null }

export type EndNotice = 'three_days' | 'one_day' | 'ended'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** An end that is longer ago is no news. */
const NEWS_DAYS = 3

/** What is to be told about an end at a moment, or null. Whoever cancelled knows that it ends, and hears only that it has. */
export function dueNotice(endsAt: Date, at: Date, mode: RenewalMode): EndNotice | null {
  const left = endsAt.getTime() - at.getTime()
  if (left <= -NEWS_DAYS * DAY_MS) return null
  if (left <= 0) return 'ended'
  if (mode === 'cancelled' || left > 3 * DAY_MS) return null
  return left > DAY_MS ? 'three_days' : 'one_day'
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
