import { type ApprovalDenial, canApprove } from '#app/domain/approvals/policy.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type BooksDenial = 'not_yours'

/** Who may settle differences and propose manual entries. */
export function canKeepBooks(actor: Actor): Verdict<BooksDenial> {
  return hasPermission(actor, 'reconciliation.view') ? allow : deny('not_yours')
}

/** Who may post what somebody has proposed: people with the right to second approvals, by the rule of all decisions that take two. */
export function canPostCorrection(
  actor: Actor,
  correction: { proposedBy: string; ownerId: string | null; ownerIsAlone: boolean },
): Verdict<BooksDenial | ApprovalDenial> {
  if (!hasPermission(actor, 'second_approval.give') || !canKeepBooks(actor).allowed) return deny('not_yours')
  return canApprove(actor!, { ...correction, needed: 2, approvers: [correction.proposedBy] })
}

/** Who may decline a proposal: the person who proposed it withdraws it, and anybody who could post it. */
export function canDeclineCorrection(actor: Actor, correction: { proposedBy: string }): Verdict<'not_yours'> {
  if (!actor || !canKeepBooks(actor).allowed) return deny('not_yours')
  return correction.proposedBy === actor.id || hasPermission(actor, 'second_approval.give') ? allow : deny('not_yours')
}
