import {
  DAY_MS,
  PENDING_MS,
  SUBSCRIPTION_DAYS,
  PEOPLE,
  dayOf,
  endOfDay,
  earnedAfter,
  earnedOfPass,
  mondayOf,
  parted,
  startOf,
  least,
  sum,
  type Who,
  type Fan,
  type Balances,
  type Earning,
  type Purchase,
  type TopUp,
  type Pass,
  type Use,
  type Follow,
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
export class Model {
  nowMs: number
  wallet: [bigint, bigint, bigint, bigint] = [0n, 0n, 0n, 0n]
  held: [bigint, bigint, bigint, bigint] = [0n, 0n, 0n, 0n]
  fees: [bigint, bigint] = [0n, 0n]
  /** Decided, but not with the fan: the gateway could not carry it out. */
  refundsDue: [bigint, bigint, bigint, bigint] = [0n, 0n, 0n, 0n]
  available: [bigint, bigint] = [0n, 0n]
  debt: [bigint, bigint] = [0n, 0n]
  earnings: Earning[] = []
  purchases: Purchase[] = []
  topUps: TopUp[] = []
  /** How often each fan has subscribed from the wallet. */
  walletTerms: [number, number, number, number] = [0, 0, 0, 0]
  passes: Pass[] = []
  uses: Use[] = []
  follows: Follow[] = []
  /** Monday of the first week that has not been shared yet. */
  toShare: number
  /** Which creator’s id comes first: ties go to it. */
  first: Who = 0
  holds: Hold[] = []
  payouts: Payout[] = []
  /** Creators whose payout account accepted no payment, and who are not paid until they confirm that it is right. */
  stopped = new Set<Who>()
  terms: Term[] = []
  unlocked = new Set<string>()
  flagged = new Set<Fan>()
  orders = 0

  constructor(nowMs: number) {
    this.nowMs = nowMs
    this.toShare = mondayOf(dayOf(nowMs))
  }

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
      reversed: 0n,
    }
    this.earnings.push(earning)
    return earning
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

  /** Every week that has ended at a moment: what passes have earned in it goes to creators, each pass separately. */
  shareWeeks(atMs: number): void {
    for (; startOf(this.toShare + 7) <= atMs; this.toShare += 7) {
      const net: [bigint, bigint] = [0n, 0n]
      for (const pass of this.passes) {
        const parts = this.sharePass(pass, this.toShare)
        for (const who of PEOPLE) net[who] += parts[who]
      }
      for (const who of PEOPLE) if (net[who] > 0n) this.earn(who, net[who]).net = net[who]
    }
  }

  /** Views earn the week and what was kept, follows earn the week; the rest is kept, and becomes breakage when the pass has ended. */
  sharePass(pass: Pass, monday: number): [bigint, bigint] {
    const end = startOf(monday + 7)
    if (pass.ended || pass.startsAt >= end) return [0n, 0n]
    const until = earnedOfPass(pass, monday + 7)
    const week = until > pass.earned ? until - pass.earned : 0n
    const days = this.daysOf(pass, monday)
    const isFollowed = (creator: Who) =>
      this.follows.some((one) => one.fan === pass.fan && one.creator === creator && one.at < end)
    const isUsed = days[0] + days[1] > 0
    const weights: [number, number] = isUsed ? days : [Number(isFollowed(0)), Number(isFollowed(1))]
    const gross = isUsed ? week + pass.kept : weights[0] + weights[1] > 0 ? week : 0n
    const rest = week + pass.kept - gross
    pass.earned += week
    pass.kept = pass.endsAt <= end ? 0n : rest
    if (pass.endsAt <= end) pass.breakage += rest
    if (gross === 0n) return [0n, 0n]
    const fee = ((gross * 20n) / 100n / 100n) * 100n
    return parted(gross - fee, weights, this.first)
  }

  /** On how many days of a week its fan viewed each creator while the pass ran. */
  daysOf({ fan, startsAt, endsAt }: Pass, monday: number): [number, number] {
    const [from, until] = [Math.max(monday, dayOf(startsAt)), Math.min(monday + 6, dayOf(endsAt - 1))]
    const own = this.uses.filter((use) => use.fan === fan && use.day >= from && use.day <= until)
    const count = (creator: Who) => new Set(own.filter((use) => use.creator === creator).map(({ day }) => day)).size
    return [count(0), count(1)]
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

  /** A pass is refunded by rule within a day, unless a person has to check the account first. */
  isByRule(purchase: Purchase): boolean {
    const { pass, at, fan } = purchase
    return pass !== null && this.nowMs - at < DAY_MS && !this.flagged.has(fan) && !this.isUsed(pass)
  }

  isUsed({ fan, startsAt }: Pass): boolean {
    return startsAt <= this.nowMs && this.uses.some((use) => use.fan === fan && use.day >= dayOf(startsAt))
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

  /** The creator's part: from what is pending (its own first, then the oldest), then available, then owed. */
  takeFrom(earning: Earning, amount: bigint): bigint {
    earning.reversed += amount
    let rest = amount
    const pending = this.earnings
      .filter((one) => one.creator === earning.creator && !one.released)
      .toSorted((one, other) =>
        one === earning ? -1 : other === earning ? 1 : one.availableAt - other.availableAt || one.order - other.order,
      )
    for (const one of pending) {
      const used = least(one.net - one.pendingUsed, rest)
      one.pendingUsed += used
      rest -= used
    }
    const fromAvailable = least(this.available[earning.creator], rest)
    this.available[earning.creator] -= fromAvailable
    this.debt[earning.creator] += rest - fromAvailable
    return amount
  }

  pay(creator: Who, amount: bigint): void {
    this.available[creator] -= amount
  }

  pending(creator: Who): bigint {
    return this.earnings
      .filter((one) => one.creator === creator && !one.released)
      .reduce((sum, one) => sum + one.net - one.pendingUsed, 0n)
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
