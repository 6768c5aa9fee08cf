/**
 * The money of one world as a pure model: what everybody should have after each act, by the published rules and nothing of the product's
 * code. People are 0 and 1; amounts are minor units of shillings.
 */
const DAY_MS = 86_400_000
const KAMPALA_MS = 3 * 3_600_000
const PENDING_MS = 7 * DAY_MS
const SUBSCRIPTION_DAYS = 30

export type Who = 0 | 1
export type Pots = Record<string, bigint>

type Earning = {
  creator: Who
  net: bigint
  gross: bigint
  availableAt: number
  order: number
  released: boolean
  pendingUsed: bigint
  takenBack: bigint
}
type Purchase = {
  fan: Who
  price: bigint
  refunded: bigint
  earning: Earning
  post: string | null
  from: 'wallet' | 'gateway'
  /** The real one's id, as the product answered it. */
  id: string
  asked: boolean
}
type Hold = { fan: Who; amount: bigint; open: boolean; id: string }
type Payout = { creator: Who; gross: bigint; open: boolean; id: string }
type Term = { creator: Who; price: bigint; nextDay: number; earnedDays: number }

export class Model {
  nowMs: number
  wallet: [bigint, bigint] = [0n, 0n]
  held: [bigint, bigint] = [0n, 0n]
  available: [bigint, bigint] = [0n, 0n]
  debt: [bigint, bigint] = [0n, 0n]
  earnings: Earning[] = []
  purchases: Purchase[] = []
  holds: Hold[] = []
  payouts: Payout[] = []
  terms: Term[] = []
  unlocked = new Set<string>()
  orders = 0

  constructor(nowMs: number) {
    this.nowMs = nowMs
  }

  topUp(fan: Who, amount: bigint): void {
    this.wallet[fan] += amount
  }

  /** A fifth is ours, rounded down to a whole shilling; the rest is the creator's and waits seven days. */
  earn(creator: Who, gross: bigint, atMs = this.nowMs): Earning {
    const fee = ((gross * 20n) / 100n / 100n) * 100n
    const earning: Earning = {
      creator,
      gross,
      net: gross - fee,
      availableAt: atMs + PENDING_MS,
      order: (this.orders += 1),
      released: false,
      pendingUsed: 0n,
      takenBack: 0n,
    }
    this.earnings.push(earning)
    return earning
  }

  /** What a balance or the gateway has paid to a creator. */
  buy(sale: {
    fan: Who
    creator: Who
    price: bigint
    from: 'wallet' | 'gateway'
    post: string | null
    id: string
  }): void {
    const { fan, creator, price, from, post, id } = sale
    if (from === 'wallet') this.wallet[fan] -= price
    if (post) this.unlocked.add(post)
    this.purchases.push({ fan, price, refunded: 0n, earning: this.earn(creator, price), post, from, id, asked: false })
  }

  subscribe(fan: Who, creator: Who, price: bigint): void {
    this.wallet[fan] -= price
    // A day of the term is whole in the course of the next calendar day, and booked when that is over.
    this.terms.push({ creator, price, nextDay: dayOf(this.nowMs) + 1, earnedDays: 0 })
  }

  hold(fan: Who, amount: bigint, id: string): void {
    this.wallet[fan] -= amount
    this.held[fan] += amount
    this.holds.push({ fan, amount, open: true, id })
  }

  endHold(hold: Hold, creator: Who | null): void {
    hold.open = false
    this.held[hold.fan] -= hold.amount
    if (creator === null) this.wallet[hold.fan] += hold.amount
    else this.earn(creator, hold.amount)
  }

  /** Time passes: days of subscriptions are earned, then what is seven days old becomes available. */
  advance(ms: number): void {
    this.nowMs += ms
    const today = dayOf(this.nowMs)
    for (let day = Math.min(...this.terms.map((term) => term.nextDay), today); day < today; day += 1) this.earnDay(day)
    for (const creator of [0, 1] as const) this.release(creator)
  }

  earnDay(day: number): void {
    for (const creator of [0, 1] as const) {
      let gross = 0n
      let fee = 0n
      for (const term of this.terms) {
        if (term.creator !== creator || term.nextDay !== day || term.earnedDays >= SUBSCRIPTION_DAYS) continue
        const part = earnedAfter(term.price, term.earnedDays + 1) - earnedAfter(term.price, term.earnedDays)
        term.earnedDays += 1
        term.nextDay += 1
        gross += part
        fee += ((part * 20n) / 100n / 100n) * 100n
      }
      if (gross === 0n) continue
      const earning = this.earn(creator, gross, endOfDay(day))
      earning.net = gross - fee
    }
  }

  release(creator: Who): void {
    let sum = 0n
    for (const earning of this.earnings) {
      if (earning.creator !== creator || earning.released || earning.availableAt > this.nowMs) continue
      earning.released = true
      sum += earning.net - earning.pendingUsed
    }
    const toDebt = sum < this.debt[creator] ? sum : this.debt[creator]
    this.debt[creator] -= toDebt
    this.available[creator] += sum - toDebt
  }

  /** All of what is left of a purchase goes back: the creator's part from what is pending, then available, then owed. */
  refund(purchase: Purchase): void {
    const { earning } = purchase
    const left = earning.net - earning.takenBack
    purchase.refunded = purchase.price
    earning.takenBack += left
    let rest = left
    const pending = this.earnings
      .filter((one) => one.creator === earning.creator && !one.released)
      .toSorted((one, other) =>
        one === earning ? -1 : other === earning ? 1 : one.availableAt - other.availableAt || one.order - other.order,
      )
    for (const one of pending) {
      const free = one.net - one.pendingUsed
      const used = free < rest ? free : rest
      one.pendingUsed += used
      rest -= used
    }
    const fromAvailable = this.available[earning.creator] < rest ? this.available[earning.creator] : rest
    this.available[earning.creator] -= fromAvailable
    this.debt[earning.creator] += rest - fromAvailable
    this.wallet[purchase.fan] += purchase.price
    if (purchase.post) this.unlocked.delete(purchase.post)
  }

  pay(creator: Who, amount: bigint): void {
    this.available[creator] -= amount
  }

  pending(creator: Who): bigint {
    return this.earnings
      .filter((one) => one.creator === creator && !one.released)
      .reduce((sum, one) => sum + one.net - one.pendingUsed, 0n)
  }

  /** What stands in each pot, as people count it; empty ones are left out. */
  pots(): Pots {
    const pots: Pots = {}
    for (const who of [0, 1] as const) {
      pots[`fan ${who} wallet`] = this.wallet[who]
      pots[`fan ${who} wallet_holds`] = this.held[who]
      pots[`creator ${who} creator_pending`] = this.pending(who)
      pots[`creator ${who} creator_available`] = this.available[who]
      pots[`creator ${who} creator_debt`] = -this.debt[who]
    }
    return Object.fromEntries(Object.entries(pots).filter(([, amount]) => amount !== 0n))
  }
}

function dayOf(ms: number): number {
  return Math.floor((ms + KAMPALA_MS) / DAY_MS)
}

function endOfDay(day: number): number {
  return (day + 1) * DAY_MS - KAMPALA_MS - 1_000
}

function earnedAfter(price: bigint, days: number): bigint {
  return (((price / 100n) * BigInt(days)) / BigInt(SUBSCRIPTION_DAYS)) * 100n
}
