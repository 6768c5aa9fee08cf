import { EARNING_FLOWS } from './flows/earnings.ts'
import { PAYMENT_FLOWS } from './flows/payments.ts'
import { PAYOUT_FLOWS } from './flows/payouts.ts'
import { REFUND_FLOWS } from './flows/refunds.ts'
import type { Flow } from './flows/steps.ts'
import { WALLET_FLOWS } from './flows/wallets.ts'

export { bought, earned, fill, fromBalance, paid, PASS, startOf, tip } from './flows/steps.ts'
export type { Flow, Order, Fixture } from './flows/steps.ts'

/** Every kind of money movement, in two halves that run in parallel. */
export const FLOWS: readonly [readonly Flow[], readonly Flow[]] = [
  [...PAYMENT_FLOWS, ...WALLET_FLOWS],
  [...EARNING_FLOWS, ...PAYOUT_FLOWS, ...REFUND_FLOWS],
]
