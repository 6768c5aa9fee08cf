import { TOP_UP } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import { ok, refuse } from '#app/platform/result.ts'
import { topUpCredits } from '#app/domain/purchases/entries.ts'
import { canTopUp } from '#app/domain/purchases/policy.ts'
import { priceOfPurchase, quoteTopUp } from '#app/domain/purchases/quote.ts'
import { isTopUp } from './top-up.ts'
import type { Product } from '../product.ts'
import { reverseTopUp } from './reverse.server.ts'

export const walletTopUp: Product<'wallet_top_up'> = {
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
  // Money for a wallet is never too late and never too much: it stays the fan's.
  preconditions: async () => ({ productExists: true, boughtElsewhere: false, holdsOne: false }),
  book: async (_, { purchase, buyerId }) => topUpCredits(priceOfPurchase(purchase), buyerId),
  grant: async () => null,
  reverse: reverseTopUp,
  // What was spent stays spent; the ledger entry already gives the rest back to the fan.
  reinstate: async () => {},
  address: () => '/wallet',
  labels: () => ({ prefix: 'wallet', plan: 'top-up', type: 'wallet_top_up' }),
}
