import { formatMoney } from '#app/domain/money/money.ts'
import { labels } from '../default-labels.ts'
import { destinationOfTopUp } from '../return-to.ts'
import type { TopUpFacts } from './quote.ts'
import { nextPart } from './top-up.ts'
import { topUpAt } from './top-up-at.ts'

export const topUpLabels = labels<TopUpFacts>({
  payment: () => ({ prefix: 'wallet', what: 'top-up', type: 'wallet_top_up' }),
  foundAt: () => ({ kind: 'wallet' }),
  continueAt: (_, returnTo) => destinationOfTopUp(returnTo) ?? { kind: 'wallet' },
  retryAt: ({ facts, price, returnTo }) =>
    topUpAt({ ...price, amountMinor: price.amountMinor + BigInt(facts.restMinor) }, returnTo),
  fillsWallet: true,
  wayBack: (returnTo) => {
    const target = destinationOfTopUp(returnTo)
    return target && { target, meta: 'Your wallet has enough now' }
  },
  nextPayment: ({ restMinor }, returnTo) => {
    const rest = { amountMinor: BigInt(restMinor), currency: 'UGX' } as const
    if (rest.amountMinor === 0n) return null
    return { target: topUpAt(rest, returnTo), sum: { ...rest, amountMinor: nextPart(rest.amountMinor).nowMinor } }
  },
  given: (_, price) => `${formatMoney(price)} is in your wallet.`,
  opens: 'Your wallet is topped up',
})
