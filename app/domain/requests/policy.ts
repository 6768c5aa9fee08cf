import { canContact, type Contact, type ContactDenial } from '#app/domain/contacts/policy.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { isOldEnough } from '#app/domain/identity/age.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type AskDenial =
  | 'sign_in_required'
  | ContactDenial
  | 'own_page'
  | 'profile_incomplete'
  | 'pass_required'
  | 'creator_away'

export type AskFacts = { creatorId: string; entitled: boolean; creatorVisible: boolean; contact: Contact; at: Date }

/**
 * Who may ask a creator for something custom, or confirm a price: an adult with a pass or a subscription, while the creator is visible and
 * neither has blocked the other.
 */
export function canAsk(actor: Actor, facts: AskFacts): Verdict<AskDenial> {
  if (!actor) return deny('sign_in_required')
  if (actor.accountStatus !== 'active' || actor.isBlocked) return deny('account_closed')
  if (actor.id === facts.creatorId) return deny('own_page')
  const contact = canContact(actor, facts.contact)
  if (!contact.allowed) return contact
  if (!actor.profileCompleted || actor.birthday === null || !isOldEnough(actor.birthday, facts.at))
    return deny('profile_incomplete')
  if (!facts.creatorVisible) return deny('creator_away')
  return facts.entitled ? allow : deny('pass_required')
}

export type AnswerDenial = 'not_a_creator' | ContactDenial | 'creator_away'

/**
 * Who may accept a request, ask another price or deliver: its creator, while visible, and unless one has blocked the other. What was accepted
 * before a block is paid and may still be delivered (`NO_BLOCK`). Declining is open to them always: it returns the money.
 */
export function canAnswer(creator: Person, facts: { visible: boolean; contact: Contact }): Verdict<AnswerDenial> {
  if (creator.userType !== 'creator') return deny('not_a_creator')
  const contact = canContact(creator, facts.contact)
  if (!contact.allowed) return contact
  return facts.visible ? allow : deny('creator_away')
}
