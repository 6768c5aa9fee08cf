/** The data of the pure model: the objects of one world, and the published rules of days. */
export const DAY_MS = 86_400_000
const KAMPALA_MS = 3 * 3_600_000
export const PENDING_MS = 7 * DAY_MS
export const SUBSCRIPTION_DAYS = 30

export type Who = 0 | 1
export type Fan = 0 | 1 | 2 | 3
export const PEOPLE = [0, 1] as const
export type Balances = Record<string, bigint>

export type Earning = {
  creator: Who
  net: bigint
  gross: bigint
  availableAt: number
  order: number
  released: boolean
  pendingUsed: bigint
  reversed: bigint
}
export type Purchase = {
  fan: Fan
  price: bigint
  refunded: bigint
  /** What a creator earned by it; a pass earns nothing for anybody here. */
  earning: Earning | null
  pass: Pass | null
  post: string | null
  from: 'wallet' | 'gateway'
  /** The real object's id, as the product returned it, and its reference at the gateway. */
  id: string
  txRef: string | null
  at: number
  dispute: 'open' | 'won' | 'lost' | null
  /** What the bank will decide, and what it took from the creator. */
  wins: boolean
  lostByCreator: bigint
}
/** A top-up that a bank may dispute, with what the fan had bought and subscribed to from the wallet before it. */
export type TopUp = Pick<Purchase, 'fan' | 'id' | 'dispute' | 'wins'> & {
  txRef: string
  amount: bigint
  purchasesBefore: number
  holdsBefore: number
  termsBefore: number
  /** What the bank found in the wallet. */
  taken: bigint
}
/** One payment for a term, with start and end: what its days have earned, what of it waits for use, and what was unused at its end. */
export type Pass = {
  fan: Fan
  price: bigint
  startsAt: number
  endsAt: number
  earned: bigint
  kept: bigint
  breakage: bigint
  ended: boolean
}
export type Use = { fan: Fan; creator: Who; day: number }
export type Follow = { fan: Fan; creator: Who; at: number }
export type Hold = {
  fan: Fan
  creator: Who
  amount: bigint
  open: boolean
  state: 'held' | 'delivered' | 'withdrawn' | 'cancelled'
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

/** The first moment of a day. */
export function startOf(day: number): number {
  return day * DAY_MS - KAMPALA_MS
}

/** Monday of the week of a day; the first of January 1970 was a Thursday. */
export function mondayOf(day: number): number {
  return day - ((day + 3) % 7)
}

/** What a pass has earned when a day begins. */
export function earnedOfPass({ price, startsAt, endsAt }: Pass, day: number): bigint {
  const days = Math.max(1, dayOf(endsAt) - dayOf(startsAt))
  const passed = Math.min(days, Math.max(0, day - dayOf(startsAt)))
  return passed === days ? price : ((price * BigInt(passed)) / BigInt(days) / 100n) * 100n
}

/** Splits whole shillings between two, by weight; the one left over goes to the larger remainder, else to the first. */
export function parted(amount: bigint, weights: readonly [number, number], first: Who): [bigint, bigint] {
  const total = BigInt(weights[0] + weights[1])
  const shillings = amount / 100n
  const [one, other] = [shillings * BigInt(weights[0]), shillings * BigInt(weights[1])]
  const left = shillings - one / total - other / total
  const toOne = one % total === other % total ? first === 0 : one % total > other % total
  return [(one / total + (toOne ? left : 0n)) * 100n, (other / total + (toOne ? 0n : left)) * 100n]
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

/** A fifth is ours, rounded down to a whole shilling. */
export function feeOf(gross: bigint): bigint {
  return ((gross * 20n) / 100n / 100n) * 100n
}
