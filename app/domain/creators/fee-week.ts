import { CREATOR_FEE_DAYS } from '#app/domain/settings/constants.ts'
import { addDays } from '#app/platform/clock.ts'

/** A creator's status for the weekly fee. */
export type FeeStatus = {
  /** `none`: no application has been sent. */
  verification: 'none' | 'draft' | 'in_review' | 'approved' | 'rejected'
  /** Seen by everybody now. */
  visible: boolean
  /** When the last paid or granted time ended or will end; null where there was none. */
  lastEnd: Date | null
  /** Weeks that are paid and begin with the approval. */
  weeksWaiting: number
}

/** The week that a payment gives: seven days from the later of now and the end of what is already paid. */
export function feeWeekFrom(at: Date, lastEnd: Date | null): { startsAt: Date; endsAt: Date } {
  const startsAt = lastEnd !== null && lastEnd > at ? lastEnd : at
  return { startsAt, endsAt: addDays(startsAt, CREATOR_FEE_DAYS) }
}

/** How long before the end of what is paid a creator is asked for the next week. */
export const FEE_AHEAD_DAYS = 14

/** Whether a creator who is paid until then is asked for the next week. */
export function isNextWeekAsked(lastEnd: Date | null, at: Date): boolean {
  return lastEnd === null || lastEnd < addDays(at, FEE_AHEAD_DAYS)
}

/** When a fee paid now would end; null while the creator isn't approved: the week waits for the approval. */
export function endOfNextWeek(status: FeeStatus, at: Date): Date | null {
  return status.verification === 'approved' ? feeWeekFrom(at, status.lastEnd).endsAt : null
}

type Period = { starts_at: Date; ends_at: Date }

/**
 * Paid periods that were paused from `stopped` until `at`, in their order: each gets what was left of it, one after the other from `at`
 * on. A period that had begun keeps its beginning.
 */
export function goOnFrom<Listing extends Period>(
  periods: readonly Listing[],
  stopped: Date,
  at: Date,
): { listing: Listing; startsAt: Date; endsAt: Date }[] {
  let next = at.getTime()
  return periods.map((listing) => {
    const begun = listing.starts_at < stopped
    const left = listing.ends_at.getTime() - Math.max(listing.starts_at.getTime(), stopped.getTime())
    const startsAt = begun ? listing.starts_at : new Date(next)
    next += left
    return { listing, startsAt, endsAt: new Date(next) }
  })
}

/** Reminders of the fee: two days and one day before the paid time ends, and once when the page is hidden. */
export type FeeReminder = 'two_days' | 'one_day' | 'hidden'

/**
 * Whether earnings pay the next week automatically: `covered`; `short` of available earnings; `raised` above the sum that the creator has
 * agreed to (null: to none). Minor units of shillings.
 */
export function earningsStatus(
  agreedMinor: bigint | null,
  { feeMinor, availableMinor }: { feeMinor: bigint; availableMinor: bigint },
): 'covered' | 'short' | 'raised' | null {
  if (agreedMinor === null) return null
  if (feeMinor > agreedMinor) return 'raised'
  return availableMinor >= feeMinor ? 'covered' : 'short'
}

const DAY_MS = 86_400_000
/** A creator who was hidden longer ago has been notified already. */
export const HIDDEN_NEWS_DAYS = 2

/** Which reminder is due now for this end; null where none is due, or not any more. */
export function dueReminder(endsAt: Date, at: Date): FeeReminder | null {
  const left = endsAt.getTime() - at.getTime()
  if (left <= -HIDDEN_NEWS_DAYS * DAY_MS || left > 2 * DAY_MS) return null
  if (left <= 0) return 'hidden'
  return left <= DAY_MS ? 'one_day' : 'two_days'
}
