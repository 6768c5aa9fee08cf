// How rows look on the gateway's wire: verify objects, list rows, webhooks. Amounts are in major units.
import type { ChargebackRecord, LinkRecord, RefundRecord, TransactionRecord, TransferRecord } from './records.ts'
import { rulesOf } from './scenarios.ts'
import { wireTime, type World } from './world.ts'

type Wire = Record<string, unknown>

/** The country that the test gateway gives for every customer. */
const CUSTOMER_ADDRESS = '52.209.154.143'

/** The transaction as verify shows it, with the changes of its scenario. */
export function wireTransaction(world: World, tx: TransactionRecord): Wire {
  const verify = rulesOf(tx.choice).verify ?? {}
  const plain: Wire = { ...chargeFields(world, tx), meta: tx.meta, amount_settled: tx.amountSettled }
  if (verify.otherTxRef) plain['tx_ref'] = `other-${tx.flwRef}`
  if (isDrifting(world, tx)) return drifted(plain)
  return plain
}

/** A row of the list of transactions: ids as text, the customer flat. */
export function wireListRow(world: World, tx: TransactionRecord): Wire {
  const { customer: _customer, meta: _meta, ...fields } = wireTransaction(world, tx)
  return {
    ...fields,
    id: String(tx.id),
    account_id: String(world.config.accountId),
    meta: tx.meta,
    customer_name: tx.customer.name,
    customer_email: tx.customer.email,
  }
}

/** The fields that verify and the webhook share. */
export function chargeFields(world: World, tx: TransactionRecord): Wire {
  return {
    id: tx.id,
    tx_ref: tx.txRef,
    flw_ref: tx.flwRef,
    device_fingerprint: 'N/A',
    amount: tx.amount,
    currency: tx.currency,
    charged_amount: tx.chargedAmount,
    app_fee: tx.appFee,
    merchant_fee: tx.appFee === null ? null : 0,
    processor_response: tx.text,
    auth_model: tx.authModel,
    ip: CUSTOMER_ADDRESS,
    narration: tx.narration,
    status: tx.status,
    payment_type: tx.paymentType,
    created_at: wireTime(world, tx.createdAt),
    account_id: world.config.accountId,
    ...(tx.card ? { card: wireCard(tx.card) } : {}),
    customer: wireCustomer(world, tx),
  }
}

function wireCard(card: NonNullable<TransactionRecord['card']>): Wire {
  return {
    first_6digits: card.first6,
    last_4digits: card.last4,
    issuer: `${card.brand} TEST BANK`,
    country: 'NG',
    type: card.brand,
    token: card.token,
    expiry: card.expiry,
  }
}

function wireCustomer(world: World, tx: TransactionRecord): Wire {
  const { customer } = tx
  return {
    id: customer.id,
    name: customer.name,
    phone_number: customer.phone,
    email: customer.email,
    created_at: wireTime(world, customer.createdAt),
  }
}

function isDrifting(world: World, tx: TransactionRecord): boolean {
  const globalChoice = world.store.settings.globalChoice
  return Boolean(rulesOf(tx.choice).verify?.drift ?? (globalChoice && rulesOf(globalChoice).verify?.drift))
}

function drifted(fields: Wire): Wire {
  const { customer: _customer, ...rest } = fields
  return {
    ...rest,
    id: String(fields['id']),
    account_id: String(fields['account_id']),
    app_fee: null,
    merchant_fee: null,
    amount_settled: null,
    risk_assessment: { score: 3 },
    new_in_this_version: true,
  }
}

export function wireRefund(world: World, refund: RefundRecord): Wire {
  return {
    id: refund.id,
    account_id: world.config.accountId,
    tx_id: refund.transactionId,
    flw_ref: refund.flwRef,
    wallet_id: 74_639,
    amount_refunded: refund.amount,
    status: refund.status,
    destination: 'payment_source',
    comments: refund.comments,
    meta: {
      source: 'availablebalance',
      ...(refund.status === 'failed' ? { disburse_status: 'failed' } : {}),
    },
    created_at: wireTime(world, refund.createdAt),
  }
}

export function wireTransfer(world: World, transfer: TransferRecord): Wire {
  return {
    id: transfer.id,
    account_number: transfer.accountNumber,
    bank_code: transfer.bankCode,
    full_name: transfer.fullName,
    created_at: wireTime(world, transfer.createdAt),
    currency: transfer.currency,
    debit_currency: transfer.debitCurrency,
    amount: transfer.amount,
    fee: transfer.fee,
    status: transfer.status,
    reference: transfer.reference,
    meta: transfer.meta,
    narration: transfer.narration,
    complete_message: transfer.completeMessage,
    requires_approval: transfer.requiresApproval ? 1 : 0,
    is_approved: transfer.requiresApproval ? 0 : 1,
    bank_name: 'FA-BANK',
  }
}

export function wireChargeback(world: World, row: ChargebackRecord): Wire {
  return {
    id: row.id,
    amount: row.amount,
    flw_ref: row.flwRef,
    status: row.status,
    stage: row.stage,
    comment: row.comment,
    meta: { uploaded_proof: row.proof, history: row.history },
    due_date: wireTime(world, row.dueAt),
    settlement_id: 'N/A',
    created_at: wireTime(world, row.createdAt),
    transaction_id: row.transactionId,
    tx_ref: row.txRef,
  }
}

/** For the control address only: a link as people and programs need it. */
export function describeLink(world: World, link: LinkRecord): Wire {
  const paid = world.store.transactions.of(link.txRef).some((tx) => tx.status === 'successful')
  const expired = link.ended || world.clock.now() >= link.expiresAt
  return {
    id: link.id,
    url: link.url,
    tx_ref: link.txRef,
    amount: link.amount,
    currency: link.currency,
    email: link.customer.email,
    title: link.title,
    redirect_url: link.redirectUrl,
    payment_options: link.methods,
    state: paid ? 'paid' : link.disabled ? 'disabled' : expired ? 'ended' : 'open',
    created_at: new Date(link.createdAt).toISOString(),
    expires_at: new Date(link.expiresAt).toISOString(),
  }
}
