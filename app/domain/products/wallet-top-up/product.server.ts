import { moneyFrom } from '#app/domain/money/money.ts'
import { TOP_UP } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import { ok, refuse } from '#app/platform/result.ts'
import { isTopUp } from './top-up.ts'
import type { Product } from '../product.ts'
import { topUpCredits } from './entries.ts'
import { canTopUp } from './policy.ts'
import { isSameTopUp, quoteTopUp, type TopUpFacts, type TopUpOrder } from './quote.ts'
import { reverseTopUp } from './reverse.server.ts'

export const walletTopUp: Product<TopUpOrder, TopUpFacts> = {
  quote: async (actor, { amountMinor, restMinor }) => {
    const { wallet: walletOn } = await settings()
    const verdict = canTopUp(actor, { walletOn, at: now() })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    if (!isTopUp(amountMinor))
      return refuse({
        kind: 'amount_out_of_bounds',
        least: { amountMinor: TOP_UP.minMinor, currency: 'UGX' },
        most: { amountMinor: TOP_UP.maxMinor, currency: 'UGX' },
      })
    return ok(quoteTopUp(actor!.id, amountMinor, restMinor))
  },
  isSameOrder: isSameTopUp,
  // Money for a wallet is never too late and never too much: it stays the fan's.
  preconditions: async () => ({ productExists: true, boughtElsewhere: false, holdsOne: false }),
  book: async (_, { purchase, buyerId }) => topUpCredits(moneyFrom(purchase), buyerId),
  grant: async () => null,
  reverse: reverseTopUp,
  // What was spent stays spent; the ledger entry already gives the rest back to the fan.
  reinstate: async () => {},
  refund: {},
}
