import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import type { UserType } from './actor.ts'

type Account = { status: 'active' | 'suspended' | 'closed'; userType: UserType }

/**
 * Whether whoever proves an account signs in to it. A suspended creator does: to read why, and to see their money; every policy refuses
 * what they would do there.
 */
export function canSignIn({ status, userType }: Account): Verdict<'suspended' | 'closed'> {
  if (status === 'active' || (status === 'suspended' && userType === 'creator')) return allow
  return deny(status)
}
