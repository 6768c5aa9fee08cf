import { isCurrency, type Money } from '#app/domain/money/money.ts'
import type { Difference } from '../difference.ts'

/** The days compared. Whatever we noted between `surelyFrom` and `surelyTo` has to stand in a list of the days `from` to `to`. */
export type Window = { from: Date; to: Date; surelyFrom: Date; surelyTo: Date }

export type Compared = { looked: number; explained: number; differences: Difference[] }

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** A payment can be made days before we see it, and a list can be minutes behind. */
export function windowOf(at: Date, days: number): Window {
  return {
    from: new Date(at.getTime() - days * DAY_MS),
    to: at,
    surelyFrom: new Date(at.getTime() - (days - 2) * DAY_MS),
    surelyTo: new Date(at.getTime() - HOUR_MS),
  }
}

export function amountOf(row: { amountMinor: bigint | null; currency: string }): Money | null {
  return row.amountMinor !== null && isCurrency(row.currency)
    ? { amountMinor: row.amountMinor, currency: row.currency }
    : null
}
