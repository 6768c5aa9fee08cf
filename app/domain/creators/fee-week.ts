import { CREATOR_FEE_DAYS } from '#app/domain/settings/constants.ts'
import { addDays } from '#app/platform/clock.ts'

/** How a creator stands towards the weekly fee. */
export type FeeStanding = {
  /** `none`: no application has been sent. */
  verification: 'none' | 'draft' | 'in_review' | 'approved' | 'rejected'
  /** Seen by everybody now. */
  visible: boolean
  /** When the last paid or granted time ended or will end; null where there never was any. */
  lastEnd: Date | null
  /** Weeks that are paid and begin with the approval. */
  weeksWaiting: number
}

/** The week that a payment gives: seven days from the later of now and the end of what is paid already. */
export function feeWeekFrom(at: Date, lastEnd: Date | null): { startsAt: Date; endsAt: Date } {
  const startsAt = lastEnd !== null && lastEnd > at ? lastEnd : at
  return { startsAt, endsAt: addDays(startsAt, CREATOR_FEE_DAYS) }
}

/** When a fee paid now would end; null while nobody has approved the creator: the week waits for that. */
export function endOfNextWeek(standing: FeeStanding, at: Date): Date | null {
  return standing.verification === 'approved' ? feeWeekFrom(at, standing.lastEnd).endsAt : null
}
