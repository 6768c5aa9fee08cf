// Chargebacks of paid transactions: opened, answered, ended.
import { DAY_MS, deduct, moveBalance } from './balances.ts'
import type { ChargebackRecord, TransactionRecord } from './records.ts'
import { createRefund } from './refunds.ts'
import type { ChargebackRule } from './scenario-types.ts'
import { wireTime, type World } from './world.ts'

const LOCAL_WORKING_HOURS = 10
const FOREIGN_WORKING_HOURS = 30
const OPENS_AT = 9
const HOURS_A_DAY = 8
const HOUR_MS = 3_600_000

/** Opens a chargeback, or reverses the payment without one when the operator does it. */
export function openChargeback(
  world: World,
  tx: TransactionRecord,
  rule: ChargebackRule,
  at: number,
): ChargebackRecord | null {
  if (rule.refundFirst) createRefund(world, tx, tx.amount, 'refunded before the chargeback', {})
  deduct(world, tx.currency, rule.operatorReversal ? 'reversal' : 'chargeback', tx.amount, at)
  if (rule.operatorReversal) return null
  const dueAt = addWorkingHours(at, tx.card ? FOREIGN_WORKING_HOURS : LOCAL_WORKING_HOURS)
  const row = world.store.chargebacks.put({
    id: world.store.nextId('chargeback'),
    transactionId: tx.id,
    txRef: tx.txRef,
    flwRef: tx.flwRef,
    amount: tx.amount,
    currency: tx.currency,
    status: 'initiated',
    stage: 'new',
    comment: 'The customer does not recognise this payment',
    dueAt,
    createdAt: at,
    proof: null,
    afterDecline: rule.afterDecline ?? 'lost',
    history: [entry(world, at, 'customer', 'initiated', 'Dispute raised by the card holder')],
  })
  world.timers.schedule(tx.txRef, dueAt, {
    kind: 'end-chargeback',
    chargebackId: row.id,
    status: 'lost',
    onlyFrom: 'initiated',
  })
  return row
}

/** The merchant's answer; null when it can no longer be given. */
export function answerChargeback(
  world: World,
  row: ChargebackRecord,
  action: 'accept' | 'decline',
  comment: string,
  proof: string | null,
): ChargebackRecord | null {
  if (row.status !== 'initiated') return null
  const now = world.clock.now()
  const status = action === 'accept' ? 'accepted' : 'declined'
  const answered = world.store.chargebacks.patch(row, {
    status,
    comment,
    proof,
    history: [...row.history, entry(world, now, 'merchant', status, comment)],
  })
  const end = action === 'accept' ? 'lost' : row.afterDecline
  world.timers.schedule(row.txRef, now + DAY_MS, {
    kind: 'end-chargeback',
    chargebackId: row.id,
    status: end,
    onlyFrom: status,
  })
  return answered
}

export function endChargeback(world: World, id: number, status: string, onlyFrom: string, at: number): void {
  const row = world.store.chargebacks.get(id)
  if (row?.status !== onlyFrom) return
  world.store.chargebacks.patch(row, {
    status,
    history: [...row.history, entry(world, at, 'issuer', status, `Dispute ${status}`)],
  })
  if (status === 'won') moveBalance(world, row.currency, { available: row.amount })
}

function entry(
  world: World,
  at: number,
  initiator: string,
  action: string,
  description: string,
): ChargebackRecord['history'][number] {
  return { initiator, date: wireTime(world, at), description, action, stage: 'new', source: 'merchant_dashboard' }
}

/** Monday to Friday, eight hours from nine in Kampala (UTC+3, no summer time). */
export function addWorkingHours(from: number, hours: number): number {
  let at = from
  let left = hours * HOUR_MS
  while (left > 0) {
    const local = new Date(at + 3 * HOUR_MS)
    const opens = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), OPENS_AT - 3)
    const closes = opens + HOURS_A_DAY * HOUR_MS
    const weekend = local.getUTCDay() === 0 || local.getUTCDay() === 6
    if (weekend || at >= closes) {
      at = opens + DAY_MS
      continue
    }
    const start = Math.max(at, opens)
    const worked = Math.min(left, closes - start)
    at = start + worked
    left -= worked
  }
  return at
}
