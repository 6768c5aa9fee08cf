/** A plan as its card shows it; every amount is a text. */
export type PlanCard = {
  name: string
  displayName: string
  price: string
  priceMinor: string
  /** The price before a discount, and its percentage. */
  before: string | null
  discount: number
  /** What the price is for: "a month", "for 10 days". */
  per: string
  until: string
  note: string
  /** What several months save compared with paying each. */
  saves: { perMonth: string; percent: number } | null
  best: boolean
  /** When we remind of the end; empty for a plan of a day. */
  reminder: string
  features: string[]
  zero: string
}
