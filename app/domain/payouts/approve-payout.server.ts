import { isOwnerAlone } from '#app/domain/approvals/owner-alone.server.ts'
import { type ApprovalDenial, decidesAlone } from '#app/domain/approvals/policy.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { factorFacts, verifySecondFactor } from '#app/domain/identity/verify-second-factor.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockPayout } from './internal/payout-row.server.ts'
import { approvalNeeds, canApprovePayout, type RunDenial } from './policy.ts'

export type ApprovalRefusal =
  | { kind: 'not_permitted'; reason: RunDenial | ApprovalDenial }
  | { kind: 'not_there' }
  | { kind: 'wrong_amount' }
  | { kind: 'wrong_code' }
  | { kind: 'proof_needed' }

export type Approval = {
  payoutId: string
  /** The sum that the person typed, in minor units: it must equal the sum that leaves. */
  typedMinor: bigint | null
  /** The code of the authenticator app, or a recovery code; required from people who have an app. */
  code: string
}

/**
 * One person's approval of a large payout; the last required one lets it leave. Of a hundred at once exactly as many count as are needed.
 */
export async function approvePayout(
  actor: Actor,
  approval: Approval,
): Promise<Result<{ complete: boolean }, ApprovalRefusal>> {
  if (!isId(approval.payoutId)) return refuse({ kind: 'not_there' })
  return inTransaction(async (tx) => {
    const payout = await lockPayout(tx, approval.payoutId)
    if (!payout) return refuse({ kind: 'not_there' })
    const approvers = await approversOf(tx, payout.id)
    const facts = {
      creatorId: payout.creator_id,
      state: payout.state,
      approvalsNeeded: payout.approvals_needed,
      approvers,
      ownerIsAlone: await isOwnerAlone(tx),
    }
    const verdict = canApprovePayout(actor, facts)
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    if (approval.typedMinor !== payout.net_minor) return refuse({ kind: 'wrong_amount' })
    const needs = approvalNeeds(actor!, await factorFacts(actor!.id, tx))
    if (needs === 'proof') return refuse({ kind: 'proof_needed' })
    if (needs === 'code' && (await verifySecondFactor(tx, actor!.id, approval.code)) !== 'ok')
      return refuse({ kind: 'wrong_code' })

    const alone = decidesAlone(actor!, facts)
    const steps = alone ? [1, 2].slice(approvers.length) : [approvers.length + 1]
    await tx
      .insertInto('payout_approvals')
      .values(steps.map((step) => ({ payout_id: payout.id, step, approver_id: actor!.id, alone, approved_at: now() })))
      .execute()
    const complete = approvers.length + steps.length >= payout.approvals_needed
    await tx
      .updateTable('payouts')
      .set(complete ? { reason: null, next_check_at: now() } : { reason: 'first_approval' })
      .where('id', '=', payout.id)
      .execute()
    await publish(tx, {
      actorId: actor!.id,
      event: 'payout_approved',
      objectId: payout.id,
      detail: { step: steps.at(-1)!, alone },
    })
    return ok({ complete })
  })
}

async function approversOf(tx: Tx, payoutId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('payout_approvals')
    .select('approver_id')
    .where('payout_id', '=', payoutId)
    .orderBy('step')
    .execute()
  return rows.map((row) => row.approver_id)
}
