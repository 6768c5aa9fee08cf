// Which webhooks follow from an event, and their bodies in all shapes.
import type { Parcel } from './courier.ts'
import type { DeliveryRecord, RefundRecord, TransactionRecord, TransferRecord } from './records.ts'
import { rulesOf } from './scenarios.ts'
import type { WebhookStep } from './scenario-types.ts'
import { chargeFields, wireTransfer } from './wire.ts'
import { wireTime, type World } from './world.ts'

const MEGABYTE = 1_048_576
const FLOOD = 500

/** Sends the webhooks of a transaction as its scenario defines: `steps` of the attempt, else those of the scenario, else one webhook. */
export function announceTransaction(world: World, tx: TransactionRecord, at: number, steps?: WebhookStep[]): void {
  if (tx.status === 'failed' && !world.config.failedWebhooks) return
  for (const step of steps ?? rulesOf(tx.choice).webhooks ?? [{}]) postStep(world, tx, step, at)
}

/** Sends one step of a plan; `tx` may also be a transaction that doesn't exist. */
export function postStep(world: World, tx: TransactionRecord, step: WebhookStep, at: number): void {
  if (step.body === 'flood') return postFlood(world, tx, at)
  const shape = step.shape ?? shapeOf(world)
  const parcel: Parcel = {
    txRef: tx.txRef,
    url: null,
    body: bodyOf(world, tx, step, shape),
    label: step.body ?? `${tx.status} (${shape})`,
    afterMs: step.afterMs ?? 0,
    hash: step.hash ?? 'right',
    padTo: step.body === 'huge' ? MEGABYTE : 0,
    retries: !step.hash && step.body !== 'huge' && step.body !== 'invalid-json',
    distrustAnswers: step.distrustAnswers ?? false,
  }
  world.courier.post(world, parcel, at)
}

/** Posts the newest state of a payment again; returns what was queued for sending. */
export function resendTransaction(world: World, tx: TransactionRecord): DeliveryRecord | null {
  const shape = shapeOf(world)
  const parcel: Parcel = {
    txRef: tx.txRef,
    url: null,
    body: bodyOf(world, tx, {}, shape),
    label: `resent ${tx.status} (${shape})`,
  }
  return world.courier.post(world, parcel, world.clock.now())
}

function shapeOf(world: World): 'envelope' | 'flat' {
  if (world.config.webhookShape !== 'mixed') return world.config.webhookShape
  return world.store.deliveries.size % 2 === 0 ? 'envelope' : 'flat'
}

function bodyOf(world: World, tx: TransactionRecord, step: WebhookStep, shape: 'envelope' | 'flat'): string {
  switch (step.body) {
    case 'invalid-json':
      return '{"event":"charge.completed","data":{"tx_ref":'
    case 'unknown-event':
      return JSON.stringify({
        event: 'charge.pondered',
        data: { id: tx.id, tx_ref: tx.txRef },
        'event.type': 'PONDERED',
      })
    case 'bare':
      return JSON.stringify({ event: 'charge.completed', data: { ...chargeFields(world, tx), id: null } })
    case 'pending-copy':
      return envelope(world, { ...tx, status: 'pending', text: 'Pending', appFee: null })
    case 'other-account':
      return envelope(world, tx, { id: tx.id + 600_000_000, account_id: world.config.accountId + 1 })
    case 'replay':
    case 'huge':
    case 'flood':
    case undefined:
    default:
      return shape === 'flat' ? flat(world, tx) : envelope(world, tx)
  }
}

function eventTypeOf(tx: TransactionRecord): string {
  return tx.paymentType === 'card' ? 'CARD_TRANSACTION' : 'MOBILEMONEYUG_TRANSACTION'
}

function envelope(world: World, tx: TransactionRecord, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    event: 'charge.completed',
    data: { ...chargeFields(world, tx), ...changes },
    ...(tx.meta ? { meta_data: tx.meta } : {}),
    'event.type': eventTypeOf(tx),
  })
}

/** The older shape, before the envelope. */
function flat(world: World, tx: TransactionRecord): string {
  const created = wireTime(world, tx.createdAt)
  const known = wireTime(world, tx.customer.createdAt)
  return JSON.stringify({
    id: tx.id,
    txRef: tx.txRef,
    flwRef: tx.flwRef,
    orderRef: `URF_${tx.createdAt}_${tx.id}`,
    paymentPlan: null,
    paymentPage: null,
    createdAt: created,
    amount: tx.amount,
    charged_amount: tx.chargedAmount,
    status: tx.status,
    IP: '52.209.154.143',
    currency: tx.currency,
    appfee: tx.appFee,
    merchantfee: 0,
    merchantbearsfee: tx.customerBearsFee ? 0 : 1,
    charge_type: 'normal',
    customer: {
      id: tx.customer.id,
      phone: tx.customer.phone,
      fullName: tx.customer.name,
      customertoken: null,
      email: tx.customer.email,
      createdAt: known,
      updatedAt: known,
      deletedAt: null,
      AccountId: world.config.accountId,
    },
    entity: tx.card
      ? { card6: tx.card.first6, card_last4: tx.card.last4, card_country_iso: 'NG', createdAt: created }
      : { id: 'NO-ENTITY' },
    'event.type': eventTypeOf(tx),
  })
}

function postFlood(world: World, tx: TransactionRecord, at: number): void {
  for (let count = 0; count < FLOOD; count += 1) {
    const stranger = { ...tx, id: tx.id + 700_000_000 + count, txRef: `flood-${at}-${count}` }
    // Under the payment's own reference, so that the log shows what its scenario caused.
    const parcel: Parcel = {
      txRef: tx.txRef,
      url: null,
      body: envelope(world, stranger),
      label: 'flood',
      retries: false,
    }
    world.courier.post(world, parcel, at)
  }
}

/** transfer.completed is sent for failures too. */
export function announceTransfer(world: World, transfer: TransferRecord, copies: number, at: number): void {
  const { full_name: fullname, ...fields } = wireTransfer(world, transfer)
  const body = JSON.stringify({
    event: 'transfer.completed',
    'event.type': 'Transfer',
    data: { ...fields, fullname, approver: null },
  })
  for (let copy = 0; copy < copies; copy += 1) {
    const label = `transfer ${transfer.status}`
    world.courier.post(
      world,
      { txRef: transfer.reference, url: transfer.callbackUrl, body, label, afterMs: copy * 50 },
      at,
    )
  }
}

/** The refund webhook, flat and in capital letters, that an account gets only on request. */
export function announceRefund(world: World, refund: RefundRecord, at: number): void {
  const body = JSON.stringify({
    id: refund.id,
    AmountRefunded: refund.amount,
    status: refund.status,
    FlwRef: refund.flwRef,
    destination: 'payment_source',
    comments: refund.comments,
    settlement_id: 'NEW',
    meta: JSON.stringify({ source: 'availablebalance' }),
    createdAt: wireTime(world, refund.createdAt),
    updatedAt: wireTime(world, refund.updatedAt),
    deletedAt: null,
    walletId: 74_639,
    AccountId: world.config.accountId,
    TransactionId: refund.transactionId,
  })
  world.courier.post(world, { txRef: refund.txRef, url: null, body, label: `refund ${refund.status}` }, at)
}
