import type { Currency } from '#app/domain/money/money.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import type { RefundState } from '#app/domain/payments/refund.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

/** The facts of a refund that a decision depends on. */
export type RefundForDecision = {
  state: RefundState
  buyerId: string | null
  /** The creator whose earnings it reverses; null where it reverses none. */
  creatorId: string | null
  askedBy: string | null
  decidedBy: string | null
}

/** Who may request a refund: the buyer. */
export function canAskRefund(
  actor: Actor,
  purchase: { buyerId: string | null },
): Verdict<'sign_in_required' | 'not_yours'> {
  if (!actor) return deny('sign_in_required')
  return purchase.buyerId === actor.id ? allow : deny('not_yours')
}

/** Who may request for somebody else: support, and never for themselves. */
export function canAskForOthers(
  actor: Actor,
  purchase: { buyerId: string | null },
): Verdict<'not_permitted' | 'own_account'> {
  if (!hasPermission(actor, 'refunds.ask') && !hasPermission(actor, 'refunds.decide')) return deny('not_permitted')
  return purchase.buyerId === actor!.id ? deny('own_account') : allow
}

export type DecisionDenial = 'not_permitted' | 'own_account' | 'own_request' | 'not_open'

/** Who may decide: nobody about their own account, their own page or their own request. */
export function canDecideRefund(actor: Actor, refund: RefundForDecision): Verdict<DecisionDenial> {
  if (!hasPermission(actor, 'refunds.decide')) return deny('not_permitted')
  if (isInvolved(actor!.id, refund)) return deny('own_account')
  if (refund.askedBy === actor!.id) return deny('own_request')
  return refund.state === 'asked' ? allow : deny('not_open')
}

/** The second person must be another one, with the right to give second approvals. */
export function canSecondRefund(actor: Actor, refund: RefundForDecision): Verdict<DecisionDenial | 'own_decision'> {
  if (!hasPermission(actor, 'refunds.decide') || !hasPermission(actor, 'second_approval.give'))
    return deny('not_permitted')
  if (isInvolved(actor!.id, refund)) return deny('own_account')
  if (refund.askedBy === actor!.id) return deny('own_request')
  if (refund.decidedBy === actor!.id) return deny('own_decision')
  return refund.state === 'agreed' ? allow : deny('not_open')
}

/** A failed refund may be retried by anybody who decides refunds. */
export function canRetryRefund(actor: Actor, refund: RefundForDecision): Verdict<DecisionDenial> {
  if (!hasPermission(actor, 'refunds.decide')) return deny('not_permitted')
  if (isInvolved(actor!.id, refund)) return deny('own_account')
  return refund.state === 'failed' ? allow : deny('not_open')
}

/** A decided refund that was not sent may go to the wallet instead: if its owner chooses that, or once sending has failed. */
export function canSendToWallet(
  actor: Actor,
  refund: RefundForDecision & { currency: Currency; toSource: boolean },
): Verdict<DecisionDenial | 'not_shillings'> {
  const own = actor !== null && refund.buyerId === actor.id
  if (!own && !hasPermission(actor, 'refunds.decide')) return deny('not_permitted')
  if (!own && isInvolved(actor!.id, refund)) return deny('own_account')
  if (refund.currency !== 'UGX') return deny('not_shillings')
  const open = refund.state === 'failed' || (own && refund.state === 'requested')
  return open && refund.toSource ? allow : deny('not_open')
}

function isInvolved(actorId: string, refund: RefundForDecision): boolean {
  return refund.buyerId === actorId || refund.creatorId === actorId
}
