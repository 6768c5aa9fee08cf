/** The facts that decide whether a creator is visible. `paidUntil` is derived from the listings, never a flag of its own. */
export type VisibilityFacts = {
  verificationStatus: 'draft' | 'in_review' | 'approved' | 'rejected'
  accountStatus: 'active' | 'suspended' | 'closed'
  isBlocked: boolean
  paidUntil: Date | null
}

/** The same rule as the database view `visible_creators`: approved by a person, active, not blocked, and paid for now. */
export function isVisible(facts: VisibilityFacts, now: Date): boolean {
  return (
    facts.verificationStatus === 'approved' &&
    facts.accountStatus === 'active' &&
    !facts.isBlocked &&
    facts.paidUntil !== null &&
    facts.paidUntil > now
  )
}
