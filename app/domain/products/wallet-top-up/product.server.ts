import { moneyFrom } from '#app/domain/money/money.ts'
import { debit } from '#app/domain/ledger/chart.ts'
import { lockBalance } from '#app/domain/ledger/lock-balances.server.ts'
import { TOP_UP } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { walletOf } from '#app/domain/wallet/wallet.ts'
import { now } from '#app/platform/clock.ts'
import { ok, refuse } from '#app/platform/result.ts'
import { isTopUp } from './top-up.ts'
import type { Product } from '../product.ts'
import { topUpCredits } from './entries.ts'
import { canTopUp } from './policy.ts'
import { isSameTopUp, quoteTopUp, type TopUpFacts, type TopUpOrder } from './quote.ts'

export const walletTopUp: Product<TopUpOrder, TopUpFacts> = {
  quote: async (actor, { amountMinor, restMinor }) => {
    const { wallet: walletOn } = await settings()
    const verdict = canTopUp(actor, { walletOn, at: now() })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    if (!isTopUp(amountMinor))
      return refuse({
        kind: 'amount_out_of_bounds',
        min: { amountMinor: TOP_UP.minMinor, currency: 'UGX' },
        max: { amountMinor: TOP_UP.maxMinor, currency: 'UGX' },
      })
    return ok(quoteTopUp(actor!.id, amountMinor, restMinor))
  },
  isSameOrder: isSameTopUp,
  // Money for a wallet is never too late and never too much: it stays the fan's.
  preconditions: async () => ({ productExists: true, boughtElsewhere: false, holdsOne: false }),
  book: async (_, { purchase, buyerId }) => topUpCredits(moneyFrom(purchase), buyerId),
  grant: async () => null,
  // Out of the wallet, as far as its balance reaches: a wallet is never below zero. A chargeback has already reversed enough of what it bought.
  reverse: async (tx, { buyerId, amountMinor }) => {
    const wallet = walletOf(buyerId)
    const balance = await lockBalance(tx, wallet)
    const taken = balance < amountMinor ? balance : amountMinor
    return { lines: taken > 0n ? [debit(wallet, taken)] : [], shortMinor: amountMinor - taken }
  },
  // What was spent stays spent; the ledger entry already gives the rest back to the fan.
  reinstate: async () => {},
  refund: {},
}
