import { addDays } from '#app/platform/clock.ts'

/** What a creator's page and cards show beside the name; /badges states the rules. */
export type Badge = 'verified' | 'new' | 'top'

export const BADGE_RULES = {
  /** New: for this long after a creator was visible for the first time. */
  newDays: 30,
  /** Top: among this share of all visible creators, by how many fans paid them directly within these days, and at least so many. */
  topPercent: 10,
  topDays: 30,
  topMinFans: 10,
} as const

export type BadgeFacts = {
  verificationStatus: 'draft' | 'in_review' | 'approved' | 'rejected'
  /** When the documents have to be checked again; null while there is no such day. */
  reverifyBy: Date | null
  firstVisibleAt: Date | null
  /** Set by the scheduled task that compares the creators. */
  topSince: Date | null
}

export function badgesOf(facts: BadgeFacts, now: Date): Badge[] {
  const { verificationStatus, reverifyBy, firstVisibleAt, topSince } = facts
  const badges: Badge[] = []
  if (verificationStatus === 'approved' && (reverifyBy === null || reverifyBy > now)) badges.push('verified')
  if (topSince !== null) badges.push('top')
  if (firstVisibleAt !== null && addDays(firstVisibleAt, BADGE_RULES.newDays) > now) badges.push('new')
  return badges
}

/**
 * The ids of the top creators among all `visible` ones. `counts` has those with enough fans, in any order. Who has as many fans as the last
 * one within the share is among them too.
 */
export function topCreators(counts: readonly { id: string; fans: number }[], visible: number): Set<string> {
  const enough = counts.filter(({ fans }) => fans >= BADGE_RULES.topMinFans).toSorted((a, b) => b.fans - a.fans)
  const places = Math.ceil((visible * BADGE_RULES.topPercent) / 100)
  const last = enough[Math.min(places, enough.length) - 1]
  return new Set(last ? enough.filter(({ fans }) => fans >= last.fans).map(({ id }) => id) : [])
}
