import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import type { ApplicationState } from './application.ts'

export type DecisionDenial = 'not_yours' | 'own_application' | 'not_in_review'

/** Who may decide on an application: reviewers, never on their own, and only while it is in review. */
export function canDecideApplication(
  actor: Actor,
  application: { profileId: string; state: ApplicationState },
): Verdict<DecisionDenial> {
  if (!hasPermission(actor, 'applications.review')) return deny('not_yours')
  if (actor?.id === application.profileId) return deny('own_application')
  return application.state === 'in_review' ? allow : deny('not_in_review')
}

export type ContentReviewDenial = 'not_yours' | 'own_post'

/** Who may look at, decide about and take down posts, and flag their creators: reviewers of content, never what is their own. */
export function canReviewContent(actor: Actor, post: { creatorId: string }): Verdict<ContentReviewDenial> {
  if (!hasPermission(actor, 'content.review')) return deny('not_yours')
  return actor?.id === post.creatorId ? deny('own_post') : allow
}

type AccountStatus = { accountStatus: 'active' | 'suspended' | 'closed'; isBlocked: boolean }

export type StatusDenial = 'not_yours' | 'own_account' | 'is_staff' | 'closed' | 'stands_so_already'

/** Who may suspend, reinstate, block or unblock a creator: moderators, never themselves, and never staff by this command. */
export function canChangeStatus(
  actor: Actor,
  creator: AccountStatus & { id: string; isStaff: boolean },
  change: StatusChange,
): Verdict<StatusDenial> {
  if (!hasPermission(actor, 'creators.suspend')) return deny('not_yours')
  if (actor?.id === creator.id) return deny('own_account')
  if (creator.isStaff) return deny('is_staff')
  if (creator.accountStatus === 'closed') return deny('closed')
  const stands: Record<StatusChange, boolean> = {
    suspend: creator.accountStatus === 'suspended',
    reinstate: creator.accountStatus === 'active',
    block: creator.isBlocked,
    unblock: !creator.isBlocked,
  }
  return stands[change] ? deny('stands_so_already') : allow
}

export const STATUS_CHANGES = ['suspend', 'reinstate', 'block', 'unblock'] as const
export type StatusChange = (typeof STATUS_CHANGES)[number]

/** The status of a creator after a permitted change. */
export function statusAfter(before: AccountStatus, change: StatusChange): AccountStatus {
  return {
    accountStatus: change === 'suspend' ? 'suspended' : change === 'reinstate' ? 'active' : before.accountStatus,
    isBlocked: change === 'block' || (change !== 'unblock' && before.isBlocked),
  }
}
