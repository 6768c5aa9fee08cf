/** What the pure model counts with: the things of one world, and the published rules of days. */
export const DAY_MS = 86_400_000
const KAMPALA_MS = 3 * 3_600_000
export const PENDING_MS = 7 * DAY_MS
export const SUBSCRIPTION_DAYS = 30

export type Who = 0 | 1
export type Fan = 0 | 1 | 2 | 3
export const PEOPLE = [0, 1] as const
export type Pots = Record<string, bigint>

export type Earning = {
  creator: Who
  net: bigint
  gross: bigint
  availableAt: number
  order: number
  released: boolean
  pendingUsed: bigint
  takenBack: bigint
}
export type Purchase = {
  fan: Fan
  price: bigint
  refunded: bigint
  /** What a creator earned by it; a pass earns nobody anything here. */
  earning: Earning | null
  pass: Pass | null
  post: string | null
  from: 'wallet' | 'gateway'
  /** The real one's id, as the product answered it, and its reference at the gateway. */
  id: string
  txRef: string | null
  at: number
  dispute: 'open' | 'won' | 'lost' | null
  /** What a bank will say, and what it took from the creator. */
  wins: boolean
  lostByCreator: bigint
}
/** A top-up that a bank may take back, with what the fan had bought and subscribed to from the wallet before it. */
export type TopUp = Pick<Purchase, 'fan' | 'id' | 'dispute' | 'wins'> & {
  txRef: string
  amount: bigint
  purchasesBefore: number
  holdsBefore: number
  termsBefore: number
  /** What the bank found in the wallet. */
  taken: bigint
}
export type Pass = { fan: Fan; price: bigint; ended: boolean }
export type Hold = {
  fan: Fan
  creator: Who
  amount: bigint
  open: boolean
  state: 'held' | 'delivered' | 'withdrawn' | 'returned'
  endsAt: number
  id: string
}
export type Payout = { creator: Who; gross: bigint; open: boolean; id: string }
export type Term = {
  fan: Fan
  creator: Who
  price: bigint
  startsAt: number
  nextDay: number
  earnedDays: number
  ended?: true
}
export type Sale = { fan: Fan; price: bigint; from: 'wallet' | 'gateway'; id: string; txRef?: string }

export function dayOf(ms: number): number {
  return Math.floor((ms + KAMPALA_MS) / DAY_MS)
}

export function endOfDay(day: number): number {
  return (day + 1) * DAY_MS - KAMPALA_MS - 1_000
}

export function earnedAfter(price: bigint, days: number): bigint {
  return (((price / 100n) * BigInt(days)) / BigInt(SUBSCRIPTION_DAYS)) * 100n
}

export function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
