import { PassModel } from './model-passes.ts'
import {
  DAY_MS,
  SUBSCRIPTION_DAYS,
  PEOPLE,
  dayOf,
  endOfDay,
  earnedAfter,
  feeOf,
  least,
  sum,
  type Who,
  type Fan,
  type Balances,
  type Purchase,
  type TopUp,
  type Pass,
  type Hold,
  type Payout,
  type Term,
  type Sale,
} from './model-parts.ts'

export { PEOPLE } from './model-parts.ts'
export type { Fan, Balances, Purchase, TopUp, Who } from './model-parts.ts'

/**
 * The money of one world as a pure model: the balances of everybody after each command, by the published rules and without the product's
 * code. Creators are 0 and 1, fans 0 to 3; amounts are minor units of shillings.
 */
export class Model extends PassModel {
  wallet: [bigint, bigint, bigint, bigint] = [0n, 0n, 0n, 0n]
  held: [bigint, bigint, bigint, bigint] = [0n, 0n, 0n, 0n]
  fees: [bigint, bigint] = [0n, 0n]
  /** Decided, but not with the fan: the gateway could not carry it out. */
  refundsDue: [bigint, bigint, bigint, bigint] = [0n, 0n, 0n, 0n]
  purchases: Purchase[] = []
  topUps: TopUp[] = []
  /** How often each fan has subscribed from the wallet. */
  walletTerms: [number, number, number, number] = [0, 0, 0, 0]
  holds: Hold[] = []
  payouts: Payout[] = []
  /** Creators whose payout account accepted no payment, and who are not paid until they confirm that it is right. */
  stopped = new Set<Who>()
  terms: Term[] = []
  unlocked = new Set<string>()
  flagged = new Set<Fan>()

  topUp(fan: Fan, amount: bigint, paid?: { id: string; txRef: string }): void {
    this.wallet[fan] += amount
    if (!paid) return
    const before = {
      purchasesBefore: this.purchases.length,
      holdsBefore: this.holds.length,
      termsBefore: this.walletTerms[fan],
    }
    this.topUps.push({ ...paid, ...before, fan, amount, dispute: null, wins: false, taken: 0n })
  }

  /** What a balance or the gateway has paid to a creator. */
  buy(sale: Sale & { creator: Who; post: string | null }): void {
    if (sale.post) this.unlocked.add(sale.post)
    this.note(sale, { earning: this.earn(sale.creator, sale.price), post: sale.post })
  }

  /** A pass is owed as service until its weeks are shared. */
  buyPass(sale: Sale, term: { startsAt: number; endsAt: number }): void {
    const { fan, price } = sale
    const pass: Pass = { fan, price, ...term, earned: 0n, kept: 0n, breakage: 0n, ended: false }
    this.passes.push(pass)
    this.note(sale, { pass })
  }

  /** A message is no purchase: it earns like a tip, and nothing refunds it. */
  message(creator: Who, price: bigint): void {
    this.wallet[0] -= price
    this.earn(creator, price)
  }

  note(sale: Sale, what: Partial<Pick<Purchase, 'earning' | 'pass' | 'post'>>): void {
    const { fan, price, from, id, txRef = null } = sale
    if (from === 'wallet') this.wallet[fan] -= price
    const fresh = { earning: null, pass: null, post: null, refunded: 0n, dispute: null, wins: false, lostByCreator: 0n }
    this.purchases.push({ ...fresh, ...what, fan, price, from, id, txRef, at: this.nowMs })
  }

  subscribe(fan: Fan, creator: Who, price: bigint, from: 'wallet' | 'gateway'): void {
    if (from === 'wallet') {
      this.wallet[fan] -= price
      this.walletTerms[fan] += 1
    }
    // A day of the term becomes complete during the next calendar day, and is posted when that has ended.
    const nextDay = dayOf(this.nowMs) + 1
    this.terms.push({ fan, creator, price, startsAt: this.nowMs, nextDay, earnedDays: 0 })
  }

  payFee(creator: Who, price: bigint): void {
    this.available[creator] -= price
    this.fees[creator] += price
  }

  hold(requested: Omit<Hold, 'open' | 'state'>): void {
    this.wallet[requested.fan] -= requested.amount
    this.held[requested.fan] += requested.amount
    this.holds.push({ ...requested, open: true, state: 'held' })
  }

  endHold(hold: Hold, end: 'delivered' | 'withdrawn' | 'cancelled'): void {
    hold.open = false
    hold.state = end
    this.held[hold.fan] -= hold.amount
    if (end === 'delivered') this.earn(hold.creator, hold.amount)
    else this.wallet[hold.fan] += hold.amount
  }

  /** While a creator is hidden, whole delivered days are theirs; the rest is refunded to the fan, and holds are released. */
  hide(creator: Who): void {
    for (const term of this.terms) {
      const given = Math.floor((this.nowMs - term.startsAt) / DAY_MS)
      if (term.creator !== creator || given >= SUBSCRIPTION_DAYS) continue
      const before = earnedAfter(term.price, term.earnedDays)
      const days = Math.max(given, term.earnedDays)
      const part = earnedAfter(term.price, days) - before
      if (part > 0n) this.earn(creator, part)
      this.wallet[term.fan] += term.price - before - part
      term.earnedDays = SUBSCRIPTION_DAYS
      term.ended = true
    }
    this.terms = this.terms.filter((term) => !term.ended)
    for (const one of this.holds) if (one.open && one.creator === creator) this.endHold(one, 'cancelled')
  }

  /** Time passes: days of subscriptions are earned, then earnings that are seven days old become available. */
  advance(ms: number): void {
    this.nowMs += ms
    const today = dayOf(this.nowMs)
    for (let day = Math.min(...this.terms.map((term) => term.nextDay), today); day < today; day += 1) this.earnDay(day)
    for (const creator of PEOPLE) this.release(creator)
  }

  earnDay(day: number): void {
    for (const creator of PEOPLE) {
      let gross = 0n
      let fee = 0n
      for (const term of this.terms) {
        if (term.creator !== creator || term.nextDay !== day || term.earnedDays >= SUBSCRIPTION_DAYS) continue
        const part = earnedAfter(term.price, term.earnedDays + 1) - earnedAfter(term.price, term.earnedDays)
        term.earnedDays += 1
        term.nextDay += 1
        gross += part
        fee += feeOf(part)
      }
      if (gross === 0n) continue
      const earning = this.earn(creator, gross, endOfDay(day))
      earning.net = gross - fee
    }
  }

  /** A pass is refunded by rule within a day, unless a person has to check the account first. */
  isByRule(purchase: Purchase): boolean {
    const { pass, at, fan } = purchase
    return pass !== null && this.nowMs - at < DAY_MS && !this.flagged.has(fan) && !this.isUsed(pass)
  }

  /** Refunds all that is left of a purchase: into the wallet, or to the source of the payment. */
  refund(purchase: Purchase, to: 'wallet' | 'source' | 'nowhere' = 'wallet'): void {
    const amount = purchase.price - purchase.refunded
    this.end(purchase)
    purchase.refunded = purchase.price
    if (to === 'wallet') this.wallet[purchase.fan] += amount
    if (to === 'nowhere') this.refundsDue[purchase.fan] += amount
  }

  /** What was bought ends, and the creator's part of it is reversed. */
  end(purchase: Purchase): bigint {
    const { earning, pass, post } = purchase
    if (pass) pass.ended = true
    if (post) this.unlocked.delete(post)
    if (!earning) return 0n
    const rest = purchase.price - purchase.refunded
    const left = earning.net - earning.reversed
    return this.takeFrom(earning, left < rest ? left : rest)
  }

  /** A partial refund by agreement: the creator bears their share of the price, in whole shillings, and we never more than our fee. */
  refundPart(purchase: Purchase, amount: bigint): void {
    const earning = purchase.earning!
    const left = earning.net - earning.reversed
    const share = ((amount * earning.net) / earning.gross / 100n) * 100n
    const minimum = amount - (purchase.price - purchase.refunded - left)
    const due = share < minimum ? minimum : share
    this.takeFrom(earning, due < left ? due : left)
    purchase.refunded += amount
    this.wallet[purchase.fan] += amount
  }

  reverse(purchase: Purchase): void {
    purchase.lostByCreator = this.end(purchase)
    purchase.dispute = 'open'
    this.flagged.add(purchase.fan)
  }

  /** If the chargeback is won, everybody gets back what it cost them: a creator as available, after paying what they owe. */
  endDispute(purchase: Purchase): void {
    purchase.dispute = purchase.wins ? 'won' : 'lost'
    this.flagged.delete(purchase.fan)
    if (!purchase.wins) return
    if (purchase.pass) purchase.pass.ended = false
    if (purchase.post) this.unlocked.add(purchase.post)
    if (!purchase.earning) return
    const { creator } = purchase.earning
    const toDebt = least(purchase.lostByCreator, this.debt[creator])
    this.debt[creator] -= toDebt
    this.available[creator] += purchase.lostByCreator - toDebt
  }

  /** Reverses holds and purchases from the wallet since, the newest first, until it has the sum; the bank takes what is there. */
  reverseTopUp(topUp: TopUp): void {
    const { fan, amount } = topUp
    const held = this.holds.slice(topUp.holdsBefore).filter((one) => one.fan === fan && one.open)
    for (const one of held.toReversed()) if (this.wallet[fan] < amount) this.endHold(one, 'cancelled')
    const since = this.purchases.slice(topUp.purchasesBefore).filter((one) => one.fan === fan && one.from === 'wallet')
    for (const one of since.toReversed()) if (this.wallet[fan] < amount) this.refund(one)
    topUp.taken = least(this.wallet[fan], amount)
    this.wallet[fan] -= topUp.taken
    topUp.dispute = 'open'
    this.flagged.add(fan)
  }

  endTopUpDispute(topUp: TopUp): void {
    topUp.dispute = topUp.wins ? 'won' : 'lost'
    this.flagged.delete(topUp.fan)
    if (topUp.wins) this.wallet[topUp.fan] += topUp.taken
  }

  /** The balance of each account, as people count it; empty ones are left out. */
  balances(): Balances {
    const balances: Balances = {}
    for (const fan of [0, 1, 2, 3] as const) {
      balances[`fan ${fan} wallet`] = this.wallet[fan]
      balances[`fan ${fan} wallet_holds`] = this.held[fan]
      // A refund of a pass uses what is owed for it, and the breakage that was left of it.
      const passes = this.passes.filter((one) => one.fan === fan && !one.ended)
      balances[`fan ${fan} passes`] = sum(passes.map((one) => one.price - one.earned + one.kept))
      balances[`fan ${fan} breakage`] = sum(passes.map((one) => one.breakage))
      balances[`fan ${fan} refunds`] = this.refundsDue[fan]
    }
    for (const who of PEOPLE) {
      balances[`creator ${who} creator_pending`] = this.pending(who)
      balances[`creator ${who} creator_available`] = this.available[who]
      balances[`creator ${who} creator_debt`] = -this.debt[who]
      balances[`creator ${who} fees`] = this.fees[who]
      balances[`creator ${who} subscriptions`] = sum(
        this.terms
          .filter((term) => term.creator === who)
          .map((term) => term.price - earnedAfter(term.price, term.earnedDays)),
      )
    }
    return Object.fromEntries(Object.entries(balances).filter(([, amount]) => amount !== 0n))
  }
}
