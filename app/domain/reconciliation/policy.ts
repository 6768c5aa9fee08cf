import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type BooksDenial = 'not_yours'

/** Who may settle differences and propose manual entries. */
export function canKeepBooks(actor: Actor): Verdict<BooksDenial> {
  return hasPermission(actor, 'reconciliation.view') ? allow : deny('not_yours')
}

export type ApprovalDenial = 'not_yours' | 'own_proposal' | 'own_account'

/**
 * Who may post what somebody else has proposed: a second person, and never for their own account. The owner alone, while there is no
 * super-admin.
 */
export function canPostCorrection(
  actor: Actor,
  correction: { proposedBy: string; ownerId: string | null; ownerIsAlone: boolean },
): Verdict<ApprovalDenial> {
  if (!actor || !hasPermission(actor, 'second_approval.give') || !canKeepBooks(actor).allowed) return deny('not_yours')
  if (correction.ownerId === actor.id) return deny('own_account')
  if (correction.proposedBy !== actor.id) return allow
  return actor.staffRole === 'owner' && correction.ownerIsAlone ? allow : deny('own_proposal')
}

/** Who may decline a proposal: the person who proposed it withdraws it, and anybody who could post it. */
export function canDeclineCorrection(actor: Actor, correction: { proposedBy: string }): Verdict<'not_yours'> {
  if (!actor || !canKeepBooks(actor).allowed) return deny('not_yours')
  return correction.proposedBy === actor.id || hasPermission(actor, 'second_approval.give') ? allow : deny('not_yours')
}
