import type { Person } from '#app/domain/identity/actor.ts'
import { receiveWebhookEvent } from '#app/domain/payments/receive-webhook-event.server.ts'
import { sendRefunds } from '#app/domain/payments/send-refunds.server.ts'
import { syncPayoutStatus } from '#app/domain/payouts/sync-payout-status.server.ts'
import { sendPayout } from '#app/domain/payouts/send-payout.server.ts'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import { processWebhookEvent } from '#app/domain/purchases/process-webhook-event.server.ts'
import { reconcilePayments } from '#app/domain/purchases/reconcile-payments.server.ts'
import { askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { decideRefund } from '#app/domain/refunds/decide-refund.server.ts'
import { readChargebacks } from '#app/domain/refunds/read-chargebacks.server.ts'
import { HASH } from '#tests/support/payments.ts'
import type { Fixture } from './flows.ts'
import type { World } from './world.ts'

const NOTE = 'It was not what was promised.'
const NOBODYS_REFUND = 999_999_999

/** The payment that events are about. */
export type Paid = { fixture: Fixture; world: World; fan: Person; txRef: string; chargeId: number }

/** Receives a webhook and processes it, as the route and its job do. */
export async function notice(body: object): Promise<void> {
  const taken = await receiveWebhookEvent(
    new Headers({ 'verif-hash': HASH }),
    new TextEncoder().encode(JSON.stringify(body)),
  )
  if (!taken.ok) throw new Error(taken.refusal.kind)
  await processWebhookEvent(taken.value.webhookEventId)
}

function chargeNotice({ txRef, chargeId }: Paid, status: string): Promise<void> {
  return notice({ event: 'charge.completed', data: { id: chargeId, tx_ref: txRef, status } })
}

async function purchaseOf({ fixture, txRef }: Paid): Promise<string> {
  const row = await fixture.one<{ id: string }>(
    'select purchase_id as id from transactions where flutterwave_tx_ref = $1',
    [txRef],
  )
  return row.id
}

/** The buyer requests a full refund; if a person has to agree, one does. */
async function ask(paid: Paid): Promise<void> {
  const purchaseId = await purchaseOf(paid)
  const asked = await askRefund(paid.fan, { purchaseId, note: NOTE, destination: 'source' })
  if (!asked.ok || asked.value.by === 'rule') return
  const { amount } = await paid.fixture.one<{ amount: bigint }>(
    'select amount_minor as amount from refunds where id = $1',
    [asked.value.refundId],
  )
  const grant = { kind: 'grant', amountMinor: amount, ends: true, note: NOTE } as const
  const decided = await decideRefund(paid.world.staff.earnings, asked.value.refundId, grant)
  if (!decided.ok) throw new Error(decided.refusal.kind)
}

async function refundNotice({ fixture, txRef }: Paid): Promise<void> {
  const { refunds } = (await fixture.atGateway(txRef)) as unknown as { refunds: { id: number }[] }
  await notice({ id: refunds[0]?.id ?? NOBODYS_REFUND, AmountRefunded: 1, status: 'completed' })
}

/** Every way to hear of a payment, or of its end, in any order. */
export const PAYMENT_EVENTS = {
  notice: (paid: Paid) => chargeNotice(paid, 'successful'),
  'the same webhook again': (paid: Paid) => chargeNotice(paid, 'successful'),
  'a webhook with status failed': (paid: Paid) => chargeNotice(paid, 'failed'),
  'a webhook about a refund': refundNotice,
  'the buyer returns': ({ txRef, chargeId }: Paid) => completePurchase({ txRef, providerId: String(chargeId) }),
  'the task checks the payment': async ({ fixture, txRef }: Paid) => {
    await fixture
      .owner()
      .query('update transactions set next_check_at = app_now() where flutterwave_tx_ref = $1', [txRef])
    await reconcilePayments()
  },
  'the buyer requests a refund': ask,
  'refunds are sent': () => sendRefunds(),
  'chargebacks are read': () => readChargebacks(),
} satisfies Record<string, (paid: Paid) => Promise<unknown>>
export type PaymentEvent = keyof typeof PAYMENT_EVENTS

/** The payout that events are about. */
export type Leaving = { fixture: Fixture; id: string; reference: string }

function transferNotice({ reference }: Leaving, status: string): Promise<void> {
  return notice({ event: 'transfer.completed', data: { id: 1, reference, status } })
}

export const PAYOUT_EVENTS = {
  'it is sent': ({ id }: Leaving) => sendPayout(id),
  'it is sent again': ({ id }: Leaving) => sendPayout(id),
  'a webhook with status pending': (leaving: Leaving) => transferNotice(leaving, 'PENDING'),
  'a webhook with status successful': (leaving: Leaving) => transferNotice(leaving, 'SUCCESSFUL'),
  'a webhook with status failed': (leaving: Leaving) => transferNotice(leaving, 'FAILED'),
  'a webhook with status reversed': (leaving: Leaving) => transferNotice(leaving, 'REVERSED'),
  'the task checks the payout': ({ id }: Leaving) => syncPayoutStatus(id),
  '15 seconds pass': ({ fixture }: Leaving) => fixture.advance(15),
} satisfies Record<string, (leaving: Leaving) => Promise<unknown>>
export type PayoutEvent = keyof typeof PAYOUT_EVENTS
