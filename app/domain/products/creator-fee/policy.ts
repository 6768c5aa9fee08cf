import type { FeeStatus } from '#app/domain/creators/fee-week.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import { isClosed } from '../buyer.ts'

export type FeeDenial =
  | 'sign_in_required'
  | 'not_a_creator'
  | 'account_closed'
  | 'application_missing'
  | 'application_rejected'
  | 'week_waiting'
  | 'already_visible'

/**
 * Who may pay the weekly fee: a creator whose application is sent or approved. At most one week waits for the approval; a visible creator
 * pays only to renew.
 */
export function canPayCreatorFee(actor: Actor, status: FeeStatus, renewal: boolean): Verdict<FeeDenial> {
  if (!actor) return deny('sign_in_required')
  if (actor.userType !== 'creator') return deny('not_a_creator')
  if (isClosed(actor)) return deny('account_closed')
  if (status.verification === 'rejected') return deny('application_rejected')
  if (status.verification === 'none' || status.verification === 'draft') return deny('application_missing')
  if (status.weeksWaiting > 0) return deny('week_waiting')
  if (status.visible && !renewal) return deny('already_visible')
  return allow
}
