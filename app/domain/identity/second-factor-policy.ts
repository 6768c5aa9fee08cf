import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import type { Actor } from './actor.ts'

export type FactorFacts = { totp: boolean; passkeys: number }
export type FactorReason = 'sign_in_required' | 'staff_only' | 'second_factor_first' | 'too_many'

const MOST_PASSKEYS = 10

/** Whether the session has shown whatever second factor the account has. Members have none: a passkey is their way in. */
function hasShownFactor(actor: NonNullable<Actor>, facts: FactorFacts): boolean {
  return actor.staffRole === null || actor.mfaAt !== null || (!facts.totp && facts.passkeys === 0)
}

/** Authenticator apps are for staff: everybody else signs in by mail or passkey. */
export function canSetUpTotp(actor: Actor, facts: FactorFacts): Verdict<FactorReason> {
  if (!actor) return deny('sign_in_required')
  if (actor.staffRole === null) return deny('staff_only')
  return hasShownFactor(actor, facts) ? allow : deny('second_factor_first')
}

export function canAddPasskey(actor: Actor, facts: FactorFacts): Verdict<FactorReason> {
  if (!actor) return deny('sign_in_required')
  if (facts.passkeys >= MOST_PASSKEYS) return deny('too_many')
  return hasShownFactor(actor, facts) ? allow : deny('second_factor_first')
}

/** Whoever has an authenticator types a code of it as well; that is the act's own question. */
export function canRemovePasskey(actor: Actor, facts: FactorFacts): Verdict<FactorReason> {
  if (!actor) return deny('sign_in_required')
  return hasShownFactor(actor, facts) ? allow : deny('second_factor_first')
}
