import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import { isAdult, isClosed } from '../buyer.ts'

type Facts = {
  creatorId: string
  /** A pass opens every creator already. */
  passHeld: boolean
  /** Until when the buyer has this creator; null for not at all. */
  subscribedUntil: Date | null
  renewal: boolean
  at: Date
}

export type CreatorSubscriptionDenial =
  | 'sign_in_required'
  | 'account_closed'
  | 'own_page'
  | 'profile_incomplete'
  | 'already_entitled'

/** Who may buy thirty days of one creator: an adult who has no other access to that creator's page. Continuing is a renewal. */
export function canBuyCreatorSubscription(actor: Actor, facts: Facts): Verdict<CreatorSubscriptionDenial> {
  if (!actor) return deny('sign_in_required')
  if (isClosed(actor)) return deny('account_closed')
  if (actor.id === facts.creatorId) return deny('own_page')
  if (!isAdult(actor, facts.at)) return deny('profile_incomplete')
  const subscribed = facts.subscribedUntil !== null && facts.subscribedUntil > facts.at
  if (facts.passHeld || (subscribed && !facts.renewal)) return deny('already_entitled')
  return allow
}
