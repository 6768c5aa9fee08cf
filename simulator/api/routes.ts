// The addresses under /v3 and their handlers.
import type { Answer, Call } from '../http.ts'
import type { World } from '../world.ts'
import {
  getBalance,
  getRefund,
  getSettlement,
  getTransfer,
  listBalances,
  listBanks,
  listChargebacks,
  listRefunds,
  listSettlements,
  listTransfers,
  postTransfer,
  putChargeback,
  refundTransaction,
  transferFees,
} from './money-out.ts'
import { createPayment, disableLink } from './payments.ts'
import {
  listTransactions,
  resendHook,
  transactionEvents,
  transactionFee,
  verifyById,
  verifyByReference,
} from './transactions.ts'

type Handler = (world: World, call: Call, id: string) => Answer | Promise<Answer>

const ROUTES: readonly [method: string, path: RegExp, handler: Handler][] = [
  ['POST', /^\/v3\/payments$/, createPayment],
  ['POST', /^\/v3\/payments\/link\/disable$/, disableLink],
  ['GET', /^\/v3\/transactions$/, listTransactions],
  ['GET', /^\/v3\/transactions\/fee$/, transactionFee],
  ['GET', /^\/v3\/transactions\/verify_by_reference$/, verifyByReference],
  ['GET', /^\/v3\/transactions\/([^/]+)\/verify$/, verifyById],
  ['GET', /^\/v3\/transactions\/([^/]+)\/events$/, transactionEvents],
  ['POST', /^\/v3\/transactions\/([^/]+)\/resend-hook$/, resendHook],
  ['POST', /^\/v3\/transactions\/([^/]+)\/refund$/, refundTransaction],
  ['GET', /^\/v3\/refunds$/, listRefunds],
  ['GET', /^\/v3\/refunds\/([^/]+)$/, getRefund],
  ['POST', /^\/v3\/transfers$/, postTransfer],
  ['GET', /^\/v3\/transfers$/, listTransfers],
  ['GET', /^\/v3\/transfers\/fee$/, transferFees],
  ['GET', /^\/v3\/transfers\/([^/]+)$/, getTransfer],
  ['GET', /^\/v3\/banks\/UG$/, listBanks],
  ['GET', /^\/v3\/balances$/, listBalances],
  ['GET', /^\/v3\/balances\/([A-Za-z]{3})$/, getBalance],
  ['GET', /^\/v3\/chargebacks$/, listChargebacks],
  ['PUT', /^\/v3\/chargebacks\/([^/]+)$/, putChargeback],
  ['GET', /^\/v3\/settlements$/, listSettlements],
  ['GET', /^\/v3\/settlements\/([^/]+)$/, getSettlement],
]

/** The handler of a call; null if there is none. */
export function findRoute(call: Call): ((world: World) => Answer | Promise<Answer>) | null {
  for (const [method, path, handler] of ROUTES) {
    const match = call.method === method ? path.exec(call.path) : null
    if (match) return (world) => handler(world, call, match[1] ?? '')
  }
  return null
}
