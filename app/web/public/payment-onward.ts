import { formatMoney } from '#app/domain/money/money.ts'
import { destinationOfPass, destinationOfTopUp } from '#app/domain/products/intent.ts'
import type { PaymentDetails } from '#app/domain/purchases/queries.server.ts'
import { nextPart } from '#app/domain/products/wallet-top-up/top-up.ts'
import { topUpLink } from '#app/web/components/wallet-links.ts'

/** The link back to what the buyer wanted, with a label; null if there is none. */
export function wayBackOf({ facts, intent }: PaymentDetails): { href: string; meta: string } | null {
  if (facts.kind === 'wallet_top_up') {
    const href = destinationOfTopUp(intent)
    return href === null ? null : { href, meta: 'Your wallet has enough now' }
  }
  if (!intent.creator) return null
  return {
    href: destinationOfPass(intent),
    meta: intent.intent === 'follow' ? 'Following now' : 'It is open to you now',
  }
}

/** The next payment of a top-up in several payments; null if this was the last. */
export function nextPartOf({ facts, intent }: PaymentDetails): { continueHref: string; button: string } | null {
  if (facts.kind !== 'wallet_top_up' || facts.restMinor === '0') return null
  const rest = BigInt(facts.restMinor)
  const next = formatMoney({ amountMinor: nextPart(rest).nowMinor, currency: 'UGX' })
  return {
    continueHref: topUpLink({ amountMinor: rest, currency: 'UGX' }, intent),
    button: `Pay the next ${next}`,
  }
}
