import type { UserType } from './actor.ts'

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
      return '/owner-login'
    case 'creator':
      if (!facts.profileCompleted) return '/profile-setup'
      if (facts.application === 'draft') return '/onboarding'
      if (facts.application === 'in_review') return '/dashboard'
      if (facts.creatorFee !== 'active') return '/creator-subscription'
      return facts.username ? `/${facts.username}` : '/profile-setup'
    case 'fan':
      if (!facts.profileCompleted) return '/profile-setup'
      if (facts.access === 'active') return '/unblocked-feed'
      return facts.access === 'none' ? '/public-feed?expired=true' : '/public-feed'
    default:
      return '/public-feed'
  }
}

/** Where completing the profile leads. The feed's own check sends a first arrival without a pass on, without an error. */
export function afterSetupDestination(userType: UserType): string {
  return userType === 'creator' ? '/onboarding' : '/unblocked-feed'
}
