import type { UserType } from '#app/domain/identity/actor.ts'
import { to } from '#app/links.ts'

/** What decides where a sign-in leads. `unknown`: the look-up itself failed; nobody is sent to pay because of that. */
export type SignedInFacts = {
  userType: UserType
  profileCompleted: boolean
  username: string | null
  /** How far a creator's application is: not sent yet, with a reviewer, or decided. */
  application: 'draft' | 'in_review' | 'decided' | 'unknown'
  /** The creator's weekly fee is paid. */
  creatorFee: 'active' | 'inactive' | 'unknown'
  /** A pass or a grant that hasn't ended. */
  access: 'active' | 'none' | 'unknown'
}

/** Where a person lands after signing in: a path of ours. */
export function postLoginDestination(facts: SignedInFacts): string {
  switch (facts.userType) {
    case 'admin':
    case 'owner':
      return to.staffSignIn
    case 'creator':
      if (!facts.profileCompleted) return to.profileSetup
      if (facts.application === 'draft') return to.creatorOnboarding.intro
      if (facts.application === 'in_review') return to.dashboard
      if (facts.creatorFee !== 'active') return to.creatorFee
      return facts.username ? to.dashboard : to.profileSetup
    case 'fan':
      if (!facts.profileCompleted) return to.profileSetup
      if (facts.access === 'active') return to.premiumFeed
      return facts.access === 'none' ? `${to.feed}?expired=true` : to.feed
    default:
      return to.feed
  }
}

/** Where completing the profile leads. The feed's own check sends a first arrival without a pass on, without an error. */
export function afterSetupDestination(userType: UserType): string {
  return userType === 'creator' ? to.creatorOnboarding.intro : to.premiumFeed
}
