// Refunds, transfers, balances, settlements and chargebacks.
import { randomBytes } from 'node:crypto'
import { balanceOf, spendable, transferFee } from '../balances.ts'
import { answerChargeback } from '../chargebacks.ts'
import { type Answer, type Call, parseObject } from '../http.ts'
import type { SettlementRecord } from '../records.ts'
import { createRefund, refundable, refundRefusal } from '../refunds.ts'
import { rulesOf } from '../scenarios.ts'
import { selectSticky, shiftQueued, withVariant } from '../selection.ts'
import { createTransfer, type TransferRequest } from '../transfers.ts'
import { wireChargeback, wireRefund, wireTransfer } from '../wire.ts'
import { wireTime, type World } from '../world.ts'
import { isWithin, listed, ok, positiveAmount, refusal, textOf } from './envelope.ts'

const WEBHOOK_FIRST_MS = 5_000

export function refundTransaction(world: World, call: Call, id: string): Answer {
  const tx = world.store.transactions.get(id)
  if (!tx) return refusal(400, 'No transaction was found for this id')
  const body = call.body === '' ? {} : parseObject(call.body)
  if (!body) return refusal(400, 'Invalid request body')
  const amount = body['amount'] === undefined ? refundable(world, tx) : (positiveAmount(body['amount']) ?? 0)
  const queued = shiftQueued(
    world,
    { path: call.path, txRef: tx.txRef, email: tx.customer.email },
    (s) => s.group === 'refund' && !s.transport,
  )
  const choice = queued ?? tx.choice
  const rule = rulesOf(choice).refund ?? {}
  const problem = refundRefusal(world, tx, amount, rule)
  if (problem) return refusal(400, problem)
  const comments = textOf(body['comments']).slice(0, 500) || null
  return ok('Transaction refund initiated', wireRefund(world, createRefund(world, tx, amount, comments, rule, choice)))
}

export function listRefunds(world: World, call: Call): Answer {
  const transaction = call.query.get('id') ?? call.query.get('tx_id') ?? call.query.get('transaction_id')
  const rows = (transaction === null ? world.store.refunds.all() : world.store.refunds.of(transaction)).filter((row) =>
    isWithin(row.createdAt, call.query),
  )
  return listed('Transaction refunds fetched', rows, call.query, (row) => wireRefund(world, row))
}

export function getRefund(world: World, _call: Call, id: string): Answer {
  const refund = world.store.refunds.get(id)
  return refund ? ok('Transaction refund fetched', wireRefund(world, refund)) : refusal(404, 'Refund not found')
}

export async function postTransfer(world: World, call: Call): Promise<Answer> {
  const body = parseObject(call.body)
  if (!body) return refusal(400, 'Invalid request body')
  const requested = requestOf(body)
  if (typeof requested === 'string') return refusal(400, requested)
  const facts = { path: call.path, txRef: requested.reference, meta: requested.meta, phone: requested.accountNumber }
  const isTransfer = (scenario: { group: string; transport?: unknown }) =>
    scenario.group === 'transfer' && !scenario.transport
  const choice = withVariant(world, shiftQueued(world, facts, isTransfer) ?? selectSticky(world, facts, isTransfer))
  const rule = rulesOf(choice).transfer ?? {}
  if (rule.refuse) return refusal(400, rule.refuse)
  if (world.store.transfers.newestOf(requested.reference))
    return refusal(400, 'Transfer with this reference already exists')
  const transfer = createTransfer(world, requested, rule, choice)
  const answer = ok('Transfer Queued Successfully', wireTransfer(world, transfer))
  if (rule.webhookBeforeAnswer) {
    world.timers.runDue()
    await world.courier.idle(WEBHOOK_FIRST_MS)
  }
  return answer
}

function requestOf(body: Record<string, unknown>): TransferRequest | string {
  const amount = positiveAmount(body['amount'])
  const reference = textOf(body['reference']) || `sim_${randomBytes(12).toString('hex')}`
  const currency = textOf(body['currency']) || 'NGN'
  if (textOf(body['account_bank']) === '') return 'account_bank is required'
  if (!/^\d{6,20}$/.test(textOf(body['account_number']))) return 'account_number is required'
  if (amount === null) return 'amount is required'
  if (reference.length > 100) return 'reference must not be longer than 100 characters'
  if (!/^[A-Z]{3}$/.test(currency)) return 'currency is not supported'
  const callback = textOf(body['callback_url'])
  if (callback !== '' && !/^https?:\/\//.test(callback)) return 'callback_url must be a valid url'
  return {
    reference,
    bankCode: textOf(body['account_bank']),
    accountNumber: textOf(body['account_number']),
    fullName: textOf(body['beneficiary_name']).slice(0, 200),
    amount,
    currency,
    debitCurrency: textOf(body['debit_currency']) || null,
    narration: textOf(body['narration']).slice(0, 100),
    meta: body['meta'] ?? null,
    callbackUrl: callback || null,
  }
}

export function listTransfers(world: World, call: Call): Answer {
  const reference = call.query.get('reference')
  const status = call.query.get('status')
  const rows = (reference === null ? world.store.transfers.all() : world.store.transfers.of(reference)).filter(
    (row) =>
      isWithin(row.createdAt, call.query) && (status === null || row.status.toLowerCase() === status.toLowerCase()),
  )
  return listed('Transfers fetched', rows, call.query, (row) => ({
    ...wireTransfer(world, row),
    approver: null,
    bank_name: 'N/A',
  }))
}

export function getTransfer(world: World, _call: Call, id: string): Answer {
  const transfer = world.store.transfers.get(id)
  return transfer ? ok('Transfer fetched', wireTransfer(world, transfer)) : refusal(404, 'Transfer not found')
}

export function transferFees(_world: World, call: Call): Answer {
  const amount = positiveAmount(call.query.get('amount'))
  if (amount === null) return refusal(400, 'amount is required')
  const currency = call.query.get('currency') ?? 'NGN'
  return ok('Transfer fee fetched', [{ currency, fee_type: 'value', fee: transferFee(amount) }])
}

function wireBalance(world: World, currency: string) {
  return { currency, available_balance: spendable(world, currency), ledger_balance: balanceOf(world, currency).ledger }
}

export function listBalances(world: World): Answer {
  const currencies = new Set(['UGX', 'USD', ...world.store.balances.all().map((row) => row.id)])
  return ok(
    'Wallet balances fetched',
    [...currencies].map((currency) => wireBalance(world, currency)),
  )
}

export function getBalance(world: World, _call: Call, currency: string): Answer {
  return ok('Wallet balance fetched', wireBalance(world, currency.toUpperCase()))
}

// Names as people know them; the codes are our own.
const BANKS = ['Absa Bank Uganda', 'Centenary Bank', 'dfcu Bank', 'Equity Bank Uganda', 'Stanbic Bank Uganda']

export function listBanks(): Answer {
  return ok(
    'Banks fetched successfully',
    BANKS.map((name, index) => ({ id: index + 1, code: `UG-SIM-${index + 1}`, name })),
  )
}

export function listChargebacks(world: World, call: Call): Answer {
  const wanted = (name: string, value: string | number) => (call.query.get(name) ?? String(value)) === String(value)
  const rows = world.store.chargebacks
    .all()
    .filter(
      (row) =>
        isWithin(row.createdAt, call.query) &&
        wanted('status', row.status) &&
        wanted('currency', row.currency) &&
        wanted('flw_ref', row.flwRef) &&
        wanted('id', row.id),
    )
  return listed('Chargebacks fetched', rows, call.query, (row) => wireChargeback(world, row))
}

export function putChargeback(world: World, call: Call, id: string): Answer {
  const row = world.store.chargebacks.get(id)
  const body = parseObject(call.body)
  const action = body?.['action']
  if (!row) return refusal(404, 'Chargeback not found')
  if (action !== 'accept' && action !== 'decline') return refusal(400, 'action must be one of accept, decline')
  const answered = answerChargeback(
    world,
    row,
    action,
    textOf(body?.['comment']).slice(0, 1_000),
    textOf(body?.['prooflink']).slice(0, 500) || null,
  )
  return answered
    ? ok('Chargeback updated', wireChargeback(world, answered))
    : refusal(400, 'This chargeback can no longer be updated')
}

export function listSettlements(world: World, call: Call): Answer {
  const rows = world.store.settlements.all().filter((row) => isWithin(row.settledAt, call.query))
  return listed('Settlements fetched', rows, call.query, (row) => wireSettlement(world, row))
}

export function getSettlement(world: World, _call: Call, id: string): Answer {
  const row = world.store.settlements.get(id)
  return row ? ok('Settlement fetched', wireSettlement(world, row)) : refusal(404, 'Settlement not found')
}

function wireSettlement(world: World, row: SettlementRecord) {
  const at = wireTime(world, row.settledAt)
  return {
    id: row.id,
    account_id: world.config.accountId,
    transaction_date: at,
    due_date: at,
    processed_date: at,
    status: 'completed',
    is_local: true,
    currency: row.currency,
    gross_amount: row.gross,
    app_fee: row.appFee,
    merchant_fee: 0,
    chargeback: row.chargeback + row.reversal,
    refund: row.refund,
    stampduty_charge: 0,
    net_amount: row.gross - row.appFee - row.chargeback - row.refund - row.reversal,
    transaction_count: row.count,
    destination: 'autowallet',
    flag_message: null,
    meta: row.transactionIds,
    created_at: at,
  }
}
