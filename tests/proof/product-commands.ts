import { runTask } from '#app/jobs.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { rejectApplication } from '#app/domain/moderation/reject-application.server.ts'
import { receiveWebhookEvent } from '#app/domain/payments/receive-webhook-event.server.ts'
import { type Approval, approvePayout } from '#app/domain/payouts/approve-payout.server.ts'
import { cancelPayout } from '#app/domain/payouts/cancel-payout.server.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import { type BalanceOrder, placeOrder, type GatewayOrder } from '#app/domain/purchases/place-order.server.ts'
import { processWebhookEvent } from '#app/domain/purchases/process-webhook-event.server.ts'
import { postCorrection } from '#app/domain/reconciliation/decide-correction.server.ts'
import { answerChargeback } from '#app/domain/refunds/answer-chargeback.server.ts'
import { askRefund, type AskInput } from '#app/domain/refunds/ask-refund.server.ts'
import { type Decision, decideRefund, secondRefund } from '#app/domain/refunds/decide-refund.server.ts'
import { refundIntoWallet } from '#app/domain/refunds/move-refund.server.ts'
import { acceptRequest } from '#app/domain/requests/accept-request.server.ts'
import { type Asked, askRequest } from '#app/domain/requests/ask-request.server.ts'
import { confirmPrice } from '#app/domain/requests/confirm-price.server.ts'
import { declineRequest } from '#app/domain/requests/decline-request.server.ts'
import { deliverRequest } from '#app/domain/requests/deliver-request.server.ts'
import { withdrawRequest } from '#app/domain/requests/withdraw-request.server.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { spendWithoutKey } from './planted-spend.ts'

export type CommandInput = {
  person?: Person
  /** The id of the command's object: a custom request, a payout, a refund, a chargeback, a correction. */
  id?: string
  asked?: Asked
  start?: GatewayOrder
  txRef?: string
  body?: string
  hash?: string
  balance?: BalanceOrder
  task?: string
  creatorId?: string
  refund?: AskInput
  decision?: Decision
  approval?: Approval
  rejected?: { applicationId: string; submittedAt: Date }
}

/** Every command of the product that a command process can run. */
export const COMMANDS: Record<string, (input: CommandInput) => Promise<unknown>> = {
  start_payment: ({ person, start }) => placeOrder(person!, start!),
  complete_payment: ({ txRef }) => completePurchase({ txRef: txRef! }),
  take_notice: async ({ body, hash }) => {
    const taken = await receiveWebhookEvent(new Headers({ 'verif-hash': hash! }), new TextEncoder().encode(body))
    if (taken.ok) await processWebhookEvent(taken.value.webhookEventId)
    return taken
  },
  pay_from_balance: ({ person, balance }) => placeOrder(person!, balance!),
  ask_request: ({ person, asked }) => askRequest(person!, asked!),
  accept_request: ({ person, id }) => acceptRequest(person!, id!),
  confirm_price: ({ person, id }) => confirmPrice(person!, id!, 2),
  decline_request: ({ person, id }) => declineRequest(person!, id!),
  deliver_request: ({ person, id }) => deliverRequest(person!, id!),
  withdraw_request: ({ person, id }) => withdrawRequest(person!, id!),
  reject_application: ({ person, rejected }) =>
    rejectApplication(person!, { ...rejected!, message: 'The proof of address is missing.' }),
  process_payout: ({ person, creatorId }) => processPayout(person!, { creatorId: creatorId! }),
  cancel_payout: ({ person, id }) => cancelPayout(person!, id!),
  approve_payout: ({ person, approval }) => approvePayout(person!, approval!),
  ask_refund: ({ person, refund }) => askRefund(person!, refund!),
  decide_refund: ({ person, id, decision }) => decideRefund(person!, id!, decision!),
  second_refund: ({ person, id }) => secondRefund(person!, id!, true),
  refund_into_wallet: ({ person, id }) => refundIntoWallet(person!, id!),
  accept_chargeback: ({ person, id }) =>
    answerChargeback(person!, id!, { action: 'accept', note: 'The bank is right.' }),
  post_correction: ({ person, id }) => postCorrection(person!, id!),
  planted_spend: (input) => spendWithoutKey(input),
  task: async ({ task }) => {
    await readClock()
    await runTask(task!)
  },
}
