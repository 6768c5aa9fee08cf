import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { isOldEnough } from '#app/domain/identity/age.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type AskDenial =
  | 'sign_in_required'
  | 'account_closed'
  | 'own_page'
  | 'profile_incomplete'
  | 'pass_required'
  | 'creator_away'

export type AskFacts = { creatorId: string; entitled: boolean; creatorVisible: boolean; at: Date }

/** Who may ask a creator for something custom, or confirm a price: an adult with a pass or a subscription, while the creator is visible. */
export function canAsk(actor: Actor, facts: AskFacts): Verdict<AskDenial> {
  if (!actor) return deny('sign_in_required')
  if (actor.accountStatus !== 'active' || actor.isBlocked) return deny('account_closed')
  if (actor.id === facts.creatorId) return deny('own_page')
  if (!actor.profileCompleted || actor.birthday === null || !isOldEnough(actor.birthday, facts.at))
    return deny('profile_incomplete')
  if (!facts.creatorVisible) return deny('creator_away')
  return facts.entitled ? allow : deny('pass_required')
}

export type AnswerDenial = 'not_a_creator' | 'account_closed' | 'creator_away'

/** Who may accept a request, ask another price or deliver: its creator, while visible. Declining is open to them always. */
export function canAnswer(creator: Person, facts: { visible: boolean }): Verdict<AnswerDenial> {
  if (creator.userType !== 'creator') return deny('not_a_creator')
  if (creator.accountStatus !== 'active' || creator.isBlocked) return deny('account_closed')
  return facts.visible ? allow : deny('creator_away')
}
