import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import { isClosed } from '../buyer.ts'

type Facts = {
  /** The buyer's pass, if any; a pass without an end can't be renewed. */
  held: { endsAt: Date | null } | null
  renewal: boolean
}

/** Who may buy a pass: visitors too. A pass holder may only buy a renewal. */
export function canBuyPass(actor: Actor, facts: Facts): Verdict<'account_closed' | 'already_entitled'> {
  if (actor && isClosed(actor)) return deny('account_closed')
  if (facts.held && (!facts.renewal || facts.held.endsAt === null)) return deny('already_entitled')
  return allow
}
