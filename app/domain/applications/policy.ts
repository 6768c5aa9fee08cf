import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import type { ApplicationState } from './application.ts'

export type ApplicationDenial = 'no_user_logged_in' | 'not_yours' | 'account_closed' | 'in_review' | 'decided'

/** Who may fill in and submit an application: the applicant, unless they work here, while it is a draft or changes are requested. */
export function canChangeApplication(
  actor: Actor,
  application: { profileId: string; state: ApplicationState } | null,
): Verdict<ApplicationDenial> {
  if (!actor) return deny('no_user_logged_in')
  if (actor.userType === 'admin' || actor.userType === 'owner') return deny('not_yours')
  if (actor.accountStatus !== 'active' || actor.isBlocked) return deny('account_closed')
  if (!application) return allow
  if (application.profileId !== actor.id) return deny('not_yours')
  if (application.state === 'in_review') return deny('in_review')
  return application.state === 'draft' || application.state === 'changes_requested' ? allow : deny('decided')
}
