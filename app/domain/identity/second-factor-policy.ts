import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import type { Actor } from './actor.ts'
import { needsSecondFactor, type StaffRole } from './roles.ts'

export type FactorFacts = { totp: boolean; passkeys: number }
export type FactorReason =
  | 'sign_in_required'
  | 'staff_only'
  | 'second_factor_first'
  | 'too_many'
  /** The session's last proof of identity is too old. */
  | 'proof_needed'
  /** The role requires a second factor, and this one is the only one. */
  | 'last_factor'

/** Why a change that requires a code of the authenticator app, or a recovery code, is refused. */
export type FactorRefusal =
  | { kind: 'denied'; reason: FactorReason }
  | { kind: 'wrong_current' }
  | { kind: 'none_set_up' }

const MAX_PASSKEYS = 10

/** The person's staff role, also while its second factor is still to be set up. */
export function workingRole(actor: NonNullable<Actor>): StaffRole | null {
  return actor.staffRole ?? actor.enrolsAs
}

/** Whether the session has verified the second factor that the account has. Members have none: a passkey is their way to sign in. */
function hasShownFactor(actor: NonNullable<Actor>, facts: FactorFacts): boolean {
  return workingRole(actor) === null || actor.mfaAt !== null || (!facts.totp && facts.passkeys === 0)
}

/** What every change of a factor requires: a session that has verified the others, and a fresh proof. */
function mayChangeFactors(actor: NonNullable<Actor>, facts: FactorFacts): Verdict<FactorReason> {
  if (!hasShownFactor(actor, facts)) return deny('second_factor_first')
  return actor.freshlyProved ? allow : deny('proof_needed')
}

/** Authenticator apps are for staff: members sign in by mail or passkey. */
export function canSetUpTotp(actor: Actor, facts: FactorFacts): Verdict<FactorReason> {
  if (!actor) return deny('sign_in_required')
  if (workingRole(actor) === null) return deny('staff_only')
  return mayChangeFactors(actor, facts)
}

export function canAddPasskey(actor: Actor, facts: FactorFacts): Verdict<FactorReason> {
  if (!actor) return deny('sign_in_required')
  if (facts.passkeys >= MAX_PASSKEYS) return deny('too_many')
  return mayChangeFactors(actor, facts)
}

/** A person with an authenticator types a code of it as well; the command requires it. */
export function canRemovePasskey(actor: Actor, facts: FactorFacts): Verdict<FactorReason> {
  if (!actor) return deny('sign_in_required')
  const verdict = mayChangeFactors(actor, facts)
  if (!verdict.allowed) return verdict
  return mustKeepOne(actor) && !facts.totp && facts.passkeys <= 1 ? deny('last_factor') : allow
}

/** The app can always be replaced by another one; it can be removed where another factor stays, or none is required. */
export function canRemoveTotp(actor: Actor, facts: FactorFacts): Verdict<FactorReason> {
  const verdict = canSetUpTotp(actor, facts)
  if (!actor || !verdict.allowed) return verdict
  return mustKeepOne(actor) && facts.passkeys === 0 ? deny('last_factor') : allow
}

function mustKeepOne(actor: NonNullable<Actor>): boolean {
  const role = workingRole(actor)
  return role !== null && needsSecondFactor(role)
}
