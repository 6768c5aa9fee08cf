import type { FeeStatus } from '#app/domain/creators/fee-week.ts'
import { isOldEnough } from '#app/domain/identity/age.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

type PassFacts = {
  /** The buyer's pass, if any; a pass without an end can't be renewed. */
  held: { endsAt: Date | null } | null
  renewal: boolean
}

/** Who may buy a pass: visitors too. A pass holder may only buy a renewal. */
export function canBuyPass(actor: Actor, facts: PassFacts): Verdict<'account_closed' | 'already_entitled'> {
  if (actor && (actor.accountStatus !== 'active' || actor.isBlocked)) return deny('account_closed')
  if (facts.held && (!facts.renewal || facts.held.endsAt === null)) return deny('already_entitled')
  return allow
}

type UnlockFacts = { creatorId: string; unlocked: boolean; entitled: boolean; at: Date }

export type UnlockDenial =
  | 'sign_in_required'
  | 'account_closed'
  | 'own_post'
  | 'already_unlocked'
  | 'profile_incomplete'
  | 'pass_required'

/** Who may buy one locked post: an adult with a pass who doesn't have the post yet. */
export function canBuyUnlock(actor: Actor, facts: UnlockFacts): Verdict<UnlockDenial> {
  if (!actor) return deny('sign_in_required')
  if (actor.accountStatus !== 'active' || actor.isBlocked) return deny('account_closed')
  if (actor.id === facts.creatorId) return deny('own_post')
  if (facts.unlocked) return deny('already_unlocked')
  if (!actor.profileCompleted || actor.birthday === null || !isOldEnough(actor.birthday, facts.at))
    return deny('profile_incomplete')
  if (!facts.entitled) return deny('pass_required')
  return allow
}

export type TopUpDenial = 'sign_in_required' | 'account_closed' | 'profile_incomplete' | 'wallet_off'

/** Who may put money into a wallet: an adult with an account, while the owner keeps wallets switched on. */
export function canTopUp(actor: Actor, facts: { walletOn: boolean; at: Date }): Verdict<TopUpDenial> {
  if (!actor) return deny('sign_in_required')
  if (actor.accountStatus !== 'active' || actor.isBlocked) return deny('account_closed')
  if (!actor.profileCompleted || actor.birthday === null || !isOldEnough(actor.birthday, facts.at))
    return deny('profile_incomplete')
  return facts.walletOn ? allow : deny('wallet_off')
}

export type TipDenial = 'sign_in_required' | 'account_closed' | 'own_page' | 'profile_incomplete' | 'pass_required'

/** Who may tip a creator: an adult who has access to them, by a pass or by a subscription to them. */
export function canTip(actor: Actor, facts: { creatorId: string; entitled: boolean; at: Date }): Verdict<TipDenial> {
  if (!actor) return deny('sign_in_required')
  if (actor.accountStatus !== 'active' || actor.isBlocked) return deny('account_closed')
  if (actor.id === facts.creatorId) return deny('own_page')
  if (!actor.profileCompleted || actor.birthday === null || !isOldEnough(actor.birthday, facts.at))
    return deny('profile_incomplete')
  return facts.entitled ? allow : deny('pass_required')
}

type CreatorSubscriptionFacts = {
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
export function canBuyCreatorSubscription(
  actor: Actor,
  facts: CreatorSubscriptionFacts,
): Verdict<CreatorSubscriptionDenial> {
  if (!actor) return deny('sign_in_required')
  if (actor.accountStatus !== 'active' || actor.isBlocked) return deny('account_closed')
  if (actor.id === facts.creatorId) return deny('own_page')
  if (!actor.profileCompleted || actor.birthday === null || !isOldEnough(actor.birthday, facts.at))
    return deny('profile_incomplete')
  const subscribed = facts.subscribedUntil !== null && facts.subscribedUntil > facts.at
  if (facts.passHeld || (subscribed && !facts.renewal)) return deny('already_entitled')
  return allow
}

export type FeeDenial =
  | 'sign_in_required'
  | 'not_a_creator'
  | 'account_closed'
  | 'application_missing'
  | 'application_rejected'
  | 'week_waiting'
  | 'already_visible'

/**
 * Who may pay the weekly fee: a creator whose application is sent or approved. At most one week waits for the approval; a visible creator
 * pays only to renew.
 */
export function canPayCreatorFee(actor: Actor, status: FeeStatus, renewal: boolean): Verdict<FeeDenial> {
  if (!actor) return deny('sign_in_required')
  if (actor.userType !== 'creator') return deny('not_a_creator')
  if (actor.accountStatus !== 'active' || actor.isBlocked) return deny('account_closed')
  if (status.verification === 'rejected') return deny('application_rejected')
  if (status.verification === 'none' || status.verification === 'draft') return deny('application_missing')
  if (status.weeksWaiting > 0) return deny('week_waiting')
  if (status.visible && !renewal) return deny('already_visible')
  return allow
}
