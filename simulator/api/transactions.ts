// Verify, list, fee, events and resending of transactions.
import { collectionFee } from '../balances.ts'
import type { Answer, Call } from '../http.ts'
import type { TransactionRecord } from '../records.ts'
import { rulesOf } from '../scenarios.ts'
import { resendTransaction } from '../webhooks.ts'
import { wireListRow, wireTransaction } from '../wire.ts'
import { wireTime, type World } from '../world.ts'
import { isWithin, listed, ok, positiveAmount, refusal } from './envelope.ts'

const NOT_FOUND = 'No transaction was found for this id'

export function verifyById(world: World, _call: Call, id: string): Answer {
  const tx = world.store.transactions.get(id)
  return tx && isVisible(world, tx) ? verified(world, tx) : refusal(400, NOT_FOUND)
}

/** If several transactions share one tx_ref, returns the newest. */
export function verifyByReference(world: World, call: Call): Answer {
  const txRef = call.query.get('tx_ref') ?? ''
  const tx = world.store.transactions.of(txRef).findLast((row) => isVisible(world, row))
  return tx ? verified(world, tx) : refusal(400, NOT_FOUND)
}

function verified(world: World, tx: TransactionRecord): Answer {
  if (tx.status !== 'successful' || !rulesOf(tx.choice).verify?.failsAfterFirstCheck) {
    return ok('Transaction fetched successfully', wireTransaction(world, tx))
  }
  const seen = world.store.transactions.patch(tx, { looks: tx.looks + 1 })
  if (seen.looks === 1) return ok('Transaction fetched successfully', wireTransaction(world, seen))
  const fallen = { ...seen, status: 'failed', text: 'Transaction was reversed', amountSettled: 0 }
  return ok('Transaction fetched successfully', wireTransaction(world, fallen))
}

function isVisible(world: World, tx: TransactionRecord): boolean {
  const hiddenForMs = rulesOf(tx.choice).verify?.hiddenForMs
  return hiddenForMs === undefined || world.clock.now() >= (tx.finishedAt ?? tx.createdAt) + hiddenForMs
}

export function listTransactions(world: World, call: Call): Answer {
  const { query } = call
  const txRef = query.get('tx_ref')
  const status = query.get('status')
  const email = query.get('customer_email')
  const currency = query.get('currency')
  const name = query.get('customer_fullname')
  const rows = (txRef === null ? world.store.transactions.all() : world.store.transactions.of(txRef)).filter(
    (tx) =>
      isVisible(world, tx) &&
      isWithin(tx.createdAt, query) &&
      (status === null || tx.status === status) &&
      (email === null || tx.customer.email === email) &&
      (currency === null || tx.currency === currency) &&
      (name === null || tx.customer.name === name),
  )
  return listed('Transactions fetched', rows, query, (tx) => wireListRow(world, tx))
}

export function transactionFee(_world: World, call: Call): Answer {
  const amount = positiveAmount(call.query.get('amount'))
  if (amount === null) return refusal(400, 'amount is required')
  const currency = call.query.get('currency') ?? 'NGN'
  const fee = collectionFee(
    currency,
    amount,
    (call.query.get('payment_type') ?? 'card').startsWith('mobilemoney') ? 'mobilemoneyug' : 'card',
  )
  const data = { charge_amount: amount, fee, merchant_fee: 0, flutterwave_fee: fee, stamp_duty_fee: 0, currency }
  return ok('Charged fee', data)
}

export function transactionEvents(world: World, _call: Call, id: string): Answer {
  const tx = world.store.transactions.get(id)
  if (!tx) return refusal(400, NOT_FOUND)
  const event = (at: number, action: string, note: string) => ({
    note,
    actor: tx.customer.email,
    object: 'transaction',
    action,
    context: 'checkout',
    created_at: wireTime(world, at),
  })
  const events = [event(tx.createdAt, 'attempt', 'Customer attempted to pay')]
  if (tx.finishedAt !== null) events.push(event(tx.finishedAt, tx.status, tx.text))
  return ok('Transaction events fetched', events)
}

export function resendHook(world: World, _call: Call, id: string): Answer {
  const tx = world.store.transactions.get(id)
  if (!tx) return refusal(400, NOT_FOUND)
  resendTransaction(world, tx)
  return ok('hook sent successfully', 'hook sent')
}
