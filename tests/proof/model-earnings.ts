import { PENDING_MS, feeOf, least, type Earning, type Who } from './model-parts.ts'

/** What creators earn: pending for seven days, then available, less what they owe. */
export class EarningsModel {
  nowMs: number
  available: [bigint, bigint] = [0n, 0n]
  debt: [bigint, bigint] = [0n, 0n]
  earnings: Earning[] = []
  orders = 0

  constructor(nowMs: number) {
    this.nowMs = nowMs
  }

  /** A fifth is ours, rounded down to a whole shilling; the rest is the creator's and waits seven days. */
  earn(creator: Who, gross: bigint, atMs = this.nowMs): Earning {
    const earning: Earning = {
      creator,
      gross,
      net: gross - feeOf(gross),
      availableAt: atMs + PENDING_MS,
      order: (this.orders += 1),
      released: false,
      pendingUsed: 0n,
      reversed: 0n,
    }
    this.earnings.push(earning)
    return earning
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
}
