import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import type { RefundState } from '#app/domain/payments/refund.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

/** Of a refund, whatever a decision about it depends on. */
export type RefundForDecision = {
  state: RefundState
  buyerId: string | null
  /** Whose earnings it takes back; null where it takes none. */
  creatorId: string | null
  askedBy: string | null
  decidedBy: string | null
}

/** Who may ask for their money: whoever bought. */
export function canAskRefund(
  actor: Actor,
  purchase: { buyerId: string | null },
): Verdict<'sign_in_required' | 'not_yours'> {
  if (!actor) return deny('sign_in_required')
  return purchase.buyerId === actor.id ? allow : deny('not_yours')
}

/** Who may ask for somebody else: support, and never for themself. */
export function canAskForOthers(
  actor: Actor,
  purchase: { buyerId: string | null },
): Verdict<'not_permitted' | 'own_account'> {
  if (!hasPermission(actor, 'refunds.ask') && !hasPermission(actor, 'refunds.decide')) return deny('not_permitted')
  return purchase.buyerId === actor!.id ? deny('own_account') : allow
}

export type DecisionDenial = 'not_permitted' | 'own_account' | 'own_request' | 'not_open'

/** Who may decide: nobody about their own account, their own page or what they asked for. */
export function canDecideRefund(actor: Actor, refund: RefundForDecision): Verdict<DecisionDenial> {
  if (!hasPermission(actor, 'refunds.decide')) return deny('not_permitted')
  if (isInvolved(actor!.id, refund)) return deny('own_account')
  if (refund.askedBy === actor!.id) return deny('own_request')
  return refund.state === 'asked' ? allow : deny('not_open')
}

/** The second person is another one, and may give second approvals. */
export function canSecondRefund(actor: Actor, refund: RefundForDecision): Verdict<DecisionDenial | 'own_decision'> {
  if (!hasPermission(actor, 'refunds.decide') || !hasPermission(actor, 'second_approval.give'))
    return deny('not_permitted')
  if (isInvolved(actor!.id, refund)) return deny('own_account')
  if (refund.askedBy === actor!.id) return deny('own_request')
  if (refund.decidedBy === actor!.id) return deny('own_decision')
  return refund.state === 'agreed' ? allow : deny('not_open')
}

/** What failed may be tried again by whoever decides refunds. */
export function canRetryRefund(actor: Actor, refund: RefundForDecision): Verdict<DecisionDenial> {
  if (!hasPermission(actor, 'refunds.decide')) return deny('not_permitted')
  if (isInvolved(actor!.id, refund)) return deny('own_account')
  return refund.state === 'failed' ? allow : deny('not_open')
}

/** Money that is decided and not sent may go to the wallet instead: if its owner wants it, or once sending has failed. */
export function canSendToWallet(
  actor: Actor,
  refund: RefundForDecision & { currency: string; toSource: boolean },
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
