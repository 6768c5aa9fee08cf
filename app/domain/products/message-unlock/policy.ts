import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import { isAdult, isClosed } from '../buyer.ts'

type Facts = { unlocked: boolean; entitled: boolean; at: Date }

export type MessageUnlockDenial =
  | 'sign_in_required'
  | 'account_closed'
  | 'already_unlocked'
  | 'profile_incomplete'
  | 'pass_required'

/**
 * Who may unlock a message that was sent to them: an adult with a pass or a subscription to its creator, who has not unlocked it yet. For
 * everybody else there is no such message.
 */
export function canUnlockMessage(actor: Actor, facts: Facts): Verdict<MessageUnlockDenial> {
  if (!actor) return deny('sign_in_required')
  if (isClosed(actor)) return deny('account_closed')
  if (facts.unlocked) return deny('already_unlocked')
  if (!isAdult(actor, facts.at)) return deny('profile_incomplete')
  return facts.entitled ? allow : deny('pass_required')
}
