import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import { isAdult, isClosed } from '../buyer.ts'

type Facts = { creatorId: string; unlocked: boolean; entitled: boolean; at: Date }

export type UnlockDenial =
  | 'sign_in_required'
  | 'account_closed'
  | 'own_post'
  | 'already_unlocked'
  | 'profile_incomplete'
  | 'pass_required'

/** Who may buy one locked post: an adult with a pass who doesn't have the post yet. */
export function canBuyUnlock(actor: Actor, facts: Facts): Verdict<UnlockDenial> {
  if (!actor) return deny('sign_in_required')
  if (isClosed(actor)) return deny('account_closed')
  if (actor.id === facts.creatorId) return deny('own_post')
  if (facts.unlocked) return deny('already_unlocked')
  if (!isAdult(actor, facts.at)) return deny('profile_incomplete')
  return facts.entitled ? allow : deny('pass_required')
}
