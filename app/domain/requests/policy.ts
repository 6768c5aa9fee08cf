import { isOldEnough } from '#app/domain/identity/age.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type OfferDenial = 'not_a_creator' | 'account_closed' | 'own_account' | 'fan_not_entitled'

/** Who may offer a price for a custom request: a creator, to a fan who may request one from them. */
export function canOfferQuote(
  creator: Person,
  facts: { fanId: string; fanEntitled: boolean; visible: boolean },
): Verdict<OfferDenial> {
  if (creator.userType !== 'creator' || !facts.visible) return deny('not_a_creator')
  if (creator.accountStatus !== 'active' || creator.isBlocked) return deny('account_closed')
  if (creator.id === facts.fanId) return deny('own_account')
  return facts.fanEntitled ? allow : deny('fan_not_entitled')
}

export type AcceptDenial = 'account_closed' | 'profile_incomplete' | 'pass_required' | 'creator_away'

/** Who may accept one: the adult fan whom it was made to, while a pass or the creator's subscription runs and the creator is visible. */
export function canAcceptQuote(
  fan: Person,
  facts: { entitled: boolean; creatorVisible: boolean; at: Date },
): Verdict<AcceptDenial> {
  if (fan.accountStatus !== 'active' || fan.isBlocked) return deny('account_closed')
  if (!fan.profileCompleted || fan.birthday === null || !isOldEnough(fan.birthday, facts.at))
    return deny('profile_incomplete')
  if (!facts.creatorVisible) return deny('creator_away')
  return facts.entitled ? allow : deny('pass_required')
}
