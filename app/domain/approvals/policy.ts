import type { Person } from '#app/domain/identity/actor.ts'
import { hasPermission, type StaffRole } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

/** A decision that takes several people, as far as it has come. It waits until it is decided or withdrawn: it never expires. */
export type Proposal = {
  /** The person whose money or content it is about; null for what is nobody's. */
  ownerId: string | null
  needed: number
  /** Who approved so far, in order. Whoever proposed it gave the first approval. */
  approvers: readonly string[]
  /** There is no super-admin, so that the owner has nobody else for the second approval. */
  ownerIsAlone: boolean
}

export type ApprovalDenial = 'own_account' | 'not_waiting' | 'approved_before' | 'second_only'

/**
 * Who may give the next approval, among people whose role decides such things: nobody about themselves, nobody twice, and the second only
 * with the right to give second approvals. The owner gives both until there is a super-admin.
 */
export function canApprove(actor: Person, proposal: Proposal): Verdict<ApprovalDenial> {
  const { ownerId, needed, approvers } = proposal
  if (ownerId === actor.id) return deny('own_account')
  if (approvers.length >= needed) return deny('not_waiting')
  if (decidesAlone(actor, proposal)) return allow
  if (approvers.includes(actor.id)) return deny('approved_before')
  return approvers.length === 0 || hasPermission(actor, 'second_approval.give') ? allow : deny('second_only')
}

export function decidesAlone(
  actor: { staffRole: StaffRole | null },
  { ownerIsAlone }: Pick<Proposal, 'ownerIsAlone'>,
): boolean {
  return actor.staffRole === 'owner' && ownerIsAlone
}
