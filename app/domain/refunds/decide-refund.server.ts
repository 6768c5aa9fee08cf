import { countGraphemes, cutGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'
import { isOwnerAlone } from '#app/domain/approvals/owner-alone.server.ts'
import { decidesAlone } from '#app/domain/approvals/policy.ts'
import {
  agreeToRefund,
  endRefundUnpaid,
  type RefundRow,
  secondAgreedRefund,
  sendBackRefund,
} from '#app/domain/payments/refund-rows.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { RecordedEvent } from '#app/domain/events/recorded.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { type Currency, smallestStep } from '#app/domain/money/money.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { AlreadySpent, carryOut, refundNewsOf } from './internal/carry-out.server.ts'
import { forDecision, lockRefund, mayGoToWallet } from './internal/locked-refund.server.ts'
import { refundFactsOf } from './internal/refund-facts.server.ts'
import { canDecideRefund, canSecondRefund, type DecisionDenial } from './policy.ts'
import { type AmountProblem, validateAmount, needsSecond, NOTE_LENGTH } from './rules.ts'

export type Decision =
  /** `destination`: only for money that did not match, for which the payer has chosen no destination. */
  | { kind: 'grant'; amountMinor: bigint; ends: boolean; note: string; destination?: 'source' | 'wallet' }
  | { kind: 'decline'; note: string }
export type DecisionOutcome = 'requested' | 'agreed' | 'declined'
export type DecisionRefusal =
  | { kind: 'not_found' }
  | { kind: 'not_permitted'; reason: DecisionDenial | 'own_decision' }
  | { kind: 'wrong_amount'; problem: AmountProblem }
  | { kind: 'note_missing' }
  | { kind: 'disputed' }
  | { kind: 'already_spent' }
  /** Money that was never ours can't be kept. */
  | { kind: 'not_ours' }
  /** The money is in dollars, or no account is known. */
  | { kind: 'no_wallet' }

type Answer = Result<DecisionOutcome, DecisionRefusal>

/** Staff decides a refund request: all of it, a part, or no. Above the limit it then waits for a second person. */
export function decideRefund(staff: Person, refundId: string, decision: Decision): Promise<Answer> {
  if (!isId(refundId)) return Promise.resolve(refuse({ kind: 'not_found' }))
  return acting(async (tx) => {
    const locked = await lockRefund(tx, refundId)
    if (!locked) return refuse({ kind: 'not_found' })
    const { refund, purchase } = locked
    const verdict = canDecideRefund(staff, forDecision(refund, purchase))
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    const note = cutGraphemes(severalLines(decision.note), NOTE_LENGTH.max)
    if (countGraphemes(note) < NOTE_LENGTH.min) return refuse({ kind: 'note_missing' })
    const decided = { decided_by: staff.id, decided_at: now(), decision_note: note }
    if (decision.kind === 'decline') {
      if (refund.reason === 'unmatched') return refuse({ kind: 'not_ours' })
      await endRefundUnpaid(tx, refund.id, decided)
      await publish(tx, {
        actorId: staff.id,
        event: 'refund_declined',
        objectId: refund.id,
        payload: refundNewsOf(refund, purchase, note),
      })
      return ok('declined')
    }
    const facts = await refundFactsOf(tx, purchase)
    if (facts.disputed) return refuse({ kind: 'disputed' })
    const problem = problemIn(refund, decision.amountMinor, facts.restMinor, purchase.currency)
    if (problem) return refuse({ kind: 'wrong_amount', problem })
    const unmatched = refund.reason === 'unmatched'
    const terms = {
      amount_minor: decision.amountMinor,
      ends: decision.ends && !unmatched,
      destination: unmatched ? (decision.destination ?? 'source') : refund.destination,
    }
    if (unmatched && terms.destination === 'wallet' && !mayGoToWallet(refund, purchase))
      return refuse({ kind: 'no_wallet' })
    const granted = { ...refund, ...terms }
    await agreeToRefund(tx, refund.id, { ...decided, ...terms })
    const limits = await settings(tx)
    // Earlier refunds of this purchase count too: nobody avoids the second person by refunding in small parts.
    const earlierMinor = unmatched ? 0n : purchase.amount_minor - facts.restMinor
    const second = needsSecond({ amountMinor: earlierMinor + decision.amountMinor, currency: refund.currency }, limits)
    if (second && !decidesAlone(staff, { ownerIsAlone: await isOwnerAlone(tx) })) {
      await recordDecision(tx, staff, refund.id, 'refund_agreed')
      return ok('agreed')
    }
    await carryOut(tx, granted, purchase, { restMinor: facts.restMinor, actorId: staff.id, message: note })
    return ok('requested')
  })
}

/** The second person agrees, or sends it back for a new decision. */
export function secondRefund(staff: Person, refundId: string, agrees: boolean): Promise<Answer> {
  if (!isId(refundId)) return Promise.resolve(refuse({ kind: 'not_found' }))
  return acting(async (tx) => {
    const locked = await lockRefund(tx, refundId)
    if (!locked) return refuse({ kind: 'not_found' })
    const { refund, purchase } = locked
    const verdict = canSecondRefund(staff, forDecision(refund, purchase))
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    if (!agrees) {
      await sendBackRefund(tx, refund.id)
      await recordDecision(tx, staff, refund.id, 'refund_sent_back')
      return ok('agreed')
    }
    const facts = await refundFactsOf(tx, purchase)
    if (facts.disputed) return refuse({ kind: 'disputed' })
    const problem = problemIn(refund, refund.amount_minor, facts.restMinor, purchase.currency)
    if (problem) return refuse({ kind: 'wrong_amount', problem })
    await secondAgreedRefund(tx, refund.id, staff.id)
    const message = refund.decision_note
    await carryOut(tx, refund, purchase, { restMinor: facts.restMinor, actorId: staff.id, message })
    return ok('requested')
  })
}

/** For a purchase: any part of what is left. For money that was never ours: all of it, because we may not keep a rest. */
function problemIn(
  refund: RefundRow,
  amountMinor: bigint,
  restMinor: bigint,
  currency: Currency,
): AmountProblem | null {
  if (refund.reason !== 'unmatched') return validateAmount(amountMinor, restMinor, smallestStep(currency))
  return amountMinor === refund.amount_minor ? null : 'not_all'
}

function acting(event: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  return inTransaction(event).catch((error: unknown) => {
    if (error instanceof AlreadySpent) return refuse({ kind: 'already_spent' })
    throw error
  })
}

function recordDecision(tx: Tx, staff: Person, refundId: string, event: RecordedEvent): Promise<void> {
  return publish(tx, { actorId: staff.id, event, objectId: refundId })
}
