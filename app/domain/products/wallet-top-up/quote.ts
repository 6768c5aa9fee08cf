import type { Ordered, Quote } from '../product.ts'

/** The buyer sets the amount; `restMinor` is the rest of the same sum, for further payments, because mobile money has a maximum. */
export type TopUpOrder = { kind: 'wallet_top_up'; amountMinor: bigint; restMinor: bigint }
export type TopUpFacts = { kind: 'wallet_top_up'; restMinor: string }

/** Money for the buyer's own wallet: the product is the wallet, the price is the amount that goes into it. */
export function quoteTopUp(ownerId: string, amountMinor: bigint, restMinor: bigint): Quote<TopUpFacts> {
  return {
    productId: ownerId,
    productName: 'Wallet top-up',
    price: { amountMinor, currency: 'UGX' },
    facts: { kind: 'wallet_top_up', restMinor: restMinor.toString() },
  }
}

/** Top-ups of one sum can differ in their purpose, and the purpose decides where they lead. */
export function isSameTopUp(one: Ordered<TopUpFacts>, other: Ordered<TopUpFacts>): boolean {
  const [mine, theirs] = [new Map(Object.entries(one.returnTo)), new Map(Object.entries(other.returnTo))]
  return (
    (one.facts.restMinor ?? '0') === (other.facts.restMinor ?? '0') &&
    mine.size === theirs.size &&
    [...mine].every(([name, value]) => theirs.get(name) === value)
  )
}
