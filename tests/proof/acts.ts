import { runSweep } from '#app/jobs.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { receiveWebhookEvent } from '#app/domain/payments/receive-webhook-event.server.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import { type BalanceInput, payFromBalance } from '#app/domain/purchases/pay-from-balance.server.ts'
import { processWebhookEvent } from '#app/domain/purchases/process-webhook-event.server.ts'
import { startPurchase, type StartInput } from '#app/domain/purchases/start-purchase.server.ts'
import { askRefund, type AskInput } from '#app/domain/refunds/ask-refund.server.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { spendWithoutKey } from './planted-spend.ts'

export type ActInput = {
  person?: Person
  start?: StartInput
  txRef?: string
  body?: string
  hash?: string
  balance?: BalanceInput
  sweep?: string
  creatorId?: string
  refund?: AskInput
}

/** Everything an actor can be told to do: one act of the product each. */
export const ACTS: Record<string, (input: ActInput) => Promise<unknown>> = {
  start_payment: ({ person, start }) => startPurchase(person!, start!),
  complete_payment: ({ txRef }) => completePurchase({ txRef: txRef! }),
  take_notice: async ({ body, hash }) => {
    const taken = await receiveWebhookEvent(new Headers({ 'verif-hash': hash! }), new TextEncoder().encode(body))
    if (taken.ok) await processWebhookEvent(taken.value.webhookEventId)
    return taken
  },
  pay_from_balance: ({ person, balance }) => payFromBalance(person!, balance!),
  process_payout: ({ person, creatorId }) => processPayout(person!, { creatorId: creatorId! }),
  ask_refund: ({ person, refund }) => askRefund(person!, refund!),
  planted_spend: (input) => spendWithoutKey(input),
  sweep: async ({ sweep }) => {
    await readClock()
    await runSweep(sweep!)
  },
}
