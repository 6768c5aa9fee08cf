import { canContact, type Contact, type ContactDenial } from '#app/domain/contacts/policy.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import { isAdult, isClosed } from '../buyer.ts'

export type TipDenial = 'sign_in_required' | ContactDenial | 'own_page' | 'profile_incomplete' | 'pass_required'

/** Who may tip a creator: an adult who has access to them, by a pass or by a subscription to them, unless one has blocked the other. */
export function canTip(
  actor: Actor,
  facts: { creatorId: string; entitled: boolean; contact: Contact; at: Date },
): Verdict<TipDenial> {
  if (!actor) return deny('sign_in_required')
  if (isClosed(actor)) return deny('account_closed')
  if (actor.id === facts.creatorId) return deny('own_page')
  const contact = canContact(actor, facts.contact)
  if (!contact.allowed) return contact
  if (!isAdult(actor, facts.at)) return deny('profile_incomplete')
  return facts.entitled ? allow : deny('pass_required')
}
