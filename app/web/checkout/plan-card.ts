/** A plan as its card shows it; every amount is a text. */
export type PlanCard = {
  name: 'monthly' | 'annual'
  displayName: string
  price: string
  priceMinor: string
  /** The price before a discount, and its percentage. */
  before: string | null
  discount: number
  per: string
  until: string
  note: string
  /** What a year saves compared with twelve months. */
  saves: { perMonth: string; percent: number } | null
  best: boolean
  features: string[]
  zero: string
}
