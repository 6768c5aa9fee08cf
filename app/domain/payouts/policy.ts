import { type ApprovalDenial, canApprove, type Proposal } from '#app/domain/approvals/policy.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import type { PayoutState } from './payout.ts'

export type AccountDenial = 'sign_in_required' | 'not_a_creator' | 'not_active'

/** Who may set the account for their earnings: creators, also while their page is hidden. */
export function canSetPayoutAccount(actor: Actor, isCreator: boolean): Verdict<AccountDenial> {
  if (!actor) return deny('sign_in_required')
  if (actor.userType !== 'creator' || !isCreator) return deny('not_a_creator')
  return actor.accountStatus === 'active' && !actor.isBlocked ? allow : deny('not_active')
}

export type RunDenial = 'not_yours' | 'own_account'

/** Who may start, retry or release a payout outside of the weekly run, or decide about an account: never their own. */
export function canRunPayout(actor: Actor, creatorId: string): Verdict<RunDenial> {
  if (!hasPermission(actor, 'payouts.run')) return deny('not_yours')
  return actor?.id === creatorId ? deny('own_account') : allow
}

export type ApprovalFacts = Pick<Proposal, 'approvers' | 'ownerIsAlone'> & {
  creatorId: string
  state: PayoutState
  approvalsNeeded: number
}

/** Who may approve a large payout: people who run payouts, by the rule of all decisions that take two. */
export function canApprovePayout(actor: Actor, facts: ApprovalFacts): Verdict<RunDenial | ApprovalDenial> {
  const verdict = canRunPayout(actor, facts.creatorId)
  if (!verdict.allowed) return verdict
  const needed = facts.state === 'pending' ? facts.approvalsNeeded : 0
  return canApprove(actor!, { ...facts, ownerId: facts.creatorId, needed })
}

/** How an approval is confirmed: by a code where there is an app. A passkey has no code to type, so a fresh proof replaces it. */
export function approvalNeeds(actor: NonNullable<Actor>, factors: { totp: boolean }): 'code' | 'proof' | 'nothing' {
  if (factors.totp) return 'code'
  return actor.freshlyProved ? 'nothing' : 'proof'
}

/** Who may cancel a payout before it leaves: its creator, and staff who run payouts. */
export function canCancelPayout(
  actor: Actor,
  payout: { creatorId: string; state: PayoutState },
): Verdict<'not_yours' | 'too_late'> {
  if (!actor) return deny('not_yours')
  if (actor.id !== payout.creatorId && !hasPermission(actor, 'payouts.run')) return deny('not_yours')
  return payout.state === 'pending' ? allow : deny('too_late')
}

/** Who may resume payouts after they stopped automatically. */
export function canResumePayouts(actor: Actor): Verdict<'not_yours'> {
  return hasPermission(actor, 'payouts.run') && hasPermission(actor, 'second_approval.give') ? allow : deny('not_yours')
}
