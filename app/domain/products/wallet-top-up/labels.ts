import { formatMoney } from '#app/domain/money/money.ts'
import { labels } from '../default-labels.ts'
import { destinationOfTopUp } from '../intent.ts'
import type { TopUpFacts } from './quote.ts'
import { nextPart } from './top-up.ts'
import { topUpLink } from './top-up-link.ts'

export const topUpLabels = labels<TopUpFacts>({
  payment: () => ({ prefix: 'wallet', what: 'top-up', type: 'wallet_top_up' }),
  foundAt: () => '/wallet',
  continueAt: (_, intent) => destinationOfTopUp(intent) ?? '/wallet',
  retryAt: ({ facts, price, intent }) =>
    topUpLink({ ...price, amountMinor: price.amountMinor + BigInt(facts.restMinor) }, intent),
  fillsWallet: true,
  wayBack: (intent) => {
    const href = destinationOfTopUp(intent)
    return href === null ? null : { href, meta: 'Your wallet has enough now' }
  },
  nextPayment: ({ restMinor }, intent) => {
    const rest = { amountMinor: BigInt(restMinor), currency: 'UGX' } as const
    if (rest.amountMinor === 0n) return null
    return { href: topUpLink(rest, intent), sum: { ...rest, amountMinor: nextPart(rest.amountMinor).nowMinor } }
  },
  given: (_, price) => `${formatMoney(price)} is in your wallet.`,
  opens: 'Your wallet is topped up',
})
