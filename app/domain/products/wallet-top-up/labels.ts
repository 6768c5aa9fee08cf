import { formatMoney } from '#app/domain/money/money.ts'
import { labels } from '../default-labels.ts'
import { destinationOfTopUp } from '../return-to.ts'
import type { TopUpFacts } from './quote.ts'
import { nextPart } from './top-up.ts'
import { topUpLink } from './top-up-link.ts'

export const topUpLabels = labels<TopUpFacts>({
  payment: () => ({ prefix: 'wallet', what: 'top-up', type: 'wallet_top_up' }),
  foundAt: () => '/wallet',
  continueAt: (_, returnTo) => destinationOfTopUp(returnTo) ?? '/wallet',
  retryAt: ({ facts, price, returnTo }) =>
    topUpLink({ ...price, amountMinor: price.amountMinor + BigInt(facts.restMinor) }, returnTo),
  fillsWallet: true,
  wayBack: (returnTo) => {
    const href = destinationOfTopUp(returnTo)
    return href === null ? null : { href, meta: 'Your wallet has enough now' }
  },
  nextPayment: ({ restMinor }, returnTo) => {
    const rest = { amountMinor: BigInt(restMinor), currency: 'UGX' } as const
    if (rest.amountMinor === 0n) return null
    return { href: topUpLink(rest, returnTo), sum: { ...rest, amountMinor: nextPart(rest.amountMinor).nowMinor } }
  },
  given: (_, price) => `${formatMoney(price)} is in your wallet.`,
  opens: 'Your wallet is topped up',
})
