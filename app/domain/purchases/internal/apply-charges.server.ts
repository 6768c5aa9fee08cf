import type { Charge } from '#app/gateways/flutterwave/port.ts'
import { checkCharge, type Finding } from '#app/domain/payments/charge-check.ts'
import { failureCodeOf } from '#app/domain/payments/failure-text.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import {
  decide,
  type PaymentEffect,
  type PaymentEvent,
  type PaymentState,
  stateOf,
} from '#app/domain/payments/transaction.ts'
import { movePayment } from '#app/domain/payments/transactions.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { bookUnmatched, learnFee, refundCharge, settleCharge, type Settlement } from './settle-charge.server.ts'
import { nextCheckAfter } from '#app/domain/payments/schedule-check.server.ts'
import type { PurchaseRow, TransactionRow } from '#app/domain/payments/lock-payment.server.ts'
import { saveCharge, type SavedCharge } from '#app/domain/payments/save-charge.server.ts'

type Locked = { purchase: PurchaseRow; transaction: TransactionRow }
type CheckFacts = { left: boolean; timeOver: boolean; overSince: Date; at: Date }
type Seen = { charge: Charge; finding: Finding; saved: SavedCharge }

const DAY_MS = 86_400_000
// Money comes last, so that it overrides failed tries under the same reference.
const ORDER: Record<Finding['kind'], number> = { foreign: 0, failed: 1, unknown: 2, pending: 3, mismatch: 4, match: 5 }

/** Applies all findings of one gateway check to a locked payment. Returns its state now, and whether its page has to be closed. */
export async function applyCharges(
  tx: Tx,
  locked: Locked,
  charges: Charge[],
  check: CheckFacts,
): Promise<{ state: PaymentState; closeLink: boolean }> {
  const { purchase, transaction } = locked
  const gateway = paymentGateway()
  let state = stateOf(transaction)
  const before = state
  const effects = new Set<PaymentEffect>()
  let failure: { code: string; text: string } | null = null
  let feeKnown = true

  async function take(event: PaymentEvent, seen?: Seen): Promise<void> {
    const decision = decide(state, event)
    state = decision.next
    if (decision.effect) effects.add(decision.effect)
    if (!seen) return
    const settlement: Settlement = {
      purchase,
      transaction,
      charge: seen.charge,
      gateway: gateway.name,
      overSince: check.overSince,
      at: check.at,
    }
    if (decision.effect === 'settle') await settleCharge(tx, settlement)
    if (decision.effect === 'refund_charge') await refundCharge(tx, settlement, 'paid_twice')
    if (decision.effect === 'keep_for_review') await bookUnmatched(tx, settlement, seen.finding, gateway.accountId)
  }

  const request = {
    reference: transaction.flutterwave_tx_ref,
    amountMinor: transaction.amount_minor,
    currency: transaction.currency,
    accountId: gateway.accountId,
  }
  const seen: Seen[] = []
  for (const charge of charges) {
    const finding = checkCharge(request, charge)
    if (finding.kind === 'foreign') {
      log.error({ payment: transaction.id }, 'the gateway answered with a charge of another reference; it was ignored')
      continue
    }
    const saved = await saveCharge(tx, gateway.name, transaction.id, charge)
    seen.push({
      charge,
      saved,
      finding:
        saved.usedElsewhere && finding.kind === 'match' ? { kind: 'mismatch', reasons: ['used_elsewhere'] } : finding,
    })
  }
  seen.sort((left, right) => ORDER[left.finding.kind] - ORDER[right.finding.kind] || byAge(left.charge, right.charge))

  for (const one of seen) {
    if (one.saved.outcome !== 'none') {
      feeKnown = await learnFee(tx, one.saved, {
        purchase,
        transaction,
        charge: one.charge,
        gateway: gateway.name,
        overSince: check.overSince,
        at: check.at,
      })
    }
    if (one.finding.kind === 'failed')
      failure = { code: failureCodeOf(one.charge.processorText), text: one.charge.processorText }
    const event = eventOf(one, state)
    if (event && !(isAbandoned(locked) && UNCHANGED.has(event))) await take(event, one)
    if (event === 'matched' && one.charge.feeMinor === null) feeKnown = false
  }
  const ending = endWithoutMoney(seen, state, transaction, check)
  if (ending) await take(ending)

  if (effects.has('alert'))
    log.error(
      { payment: transaction.id, state },
      'a payment needs a review: the gateway contradicts itself or does not answer',
    )
  await movePayment(tx, transaction.id, state, {
    ...(failure && state !== 'succeeded' ? { failure_code: failure.code, failure_text: failure.text } : {}),
    ...(state === 'succeeded' && before !== 'succeeded'
      ? { settled_at: check.at, failure_code: null, failure_text: null }
      : {}),
    next_check_at: nextCheckAfter(transaction, state, { overSince: check.overSince, feeKnown, at: check.at }),
    check_count: transaction.check_count + 1,
    last_checked_at: check.at,
  })
  if (state !== before) {
    await publish(tx, {
      actorId: null,
      event: 'payment_moved',
      objectId: transaction.id,
      detail: { from: before, to: state },
    })
  }
  return { state, closeLink: effects.has('close_link') || (state === 'succeeded' && before !== 'succeeded') }
}

// Staff has reviewed it: only money, or its certain absence, changes it.
const UNCHANGED: ReadonlySet<PaymentEvent> = new Set<PaymentEvent>(['seen_pending', 'seen_unknown'])

function isAbandoned({ purchase, transaction }: Locked): boolean {
  return purchase.state === 'abandoned' && transaction.status === 'failed'
}

/** The gateway's ids increase: older tries come first, so that the newest one sets the failure reason. */
function byAge(left: Charge, right: Charge): number {
  return left.providerId.length - right.providerId.length || (left.providerId < right.providerId ? -1 : 1)
}

/** The event that a charge causes, or null where it was already handled. */
function eventOf(seen: Seen, state: PaymentState): PaymentEvent | null {
  const acted = seen.saved.outcome !== 'none' && !seen.saved.usedElsewhere
  switch (seen.finding.kind) {
    case 'match':
      return seen.saved.outcome === 'none' ? 'matched' : 'matched_again'
    case 'mismatch':
      return acted ? null : 'mismatched'
    case 'failed':
      // After a success only the charge that paid may contradict it; other tries are ignored.
      return state === 'succeeded' && !acted ? null : 'seen_failed'
    case 'pending':
      return state === 'succeeded' && !acted ? null : 'seen_pending'
    case 'unknown':
      return state === 'succeeded' && !acted ? null : 'seen_unknown'
    case 'foreign':
      return null
    default:
      return seen.finding satisfies never
  }
}

/** The result of the whole check when it found no money. */
function endWithoutMoney(
  seen: Seen[],
  state: PaymentState,
  transaction: TransactionRow,
  check: CheckFacts,
): PaymentEvent | null {
  const kinds = new Set(seen.map((one) => one.finding.kind))
  if (kinds.has('match') || kinds.has('mismatch')) return null
  const old = check.at.getTime() - transaction.created_at.getTime() > DAY_MS
  if (kinds.has('pending') || kinds.has('unknown')) return old ? 'unclear_for_a_day' : null
  if (check.left) return 'left_without_money'
  if (check.timeOver && kinds.has('failed')) return 'failed_at_the_end'
  if (state === 'processing' && old) return 'unclear_for_a_day'
  return check.timeOver ? 'time_over_without_money' : 'seen_nothing'
}
