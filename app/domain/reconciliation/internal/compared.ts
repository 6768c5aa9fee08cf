import { isCurrency, type Money } from '#app/domain/money/money.ts'
import type { Difference } from '../difference.ts'

/**
 * The days compared. Everything that we recorded between `surelyFrom` and `surelyTo` has to appear in a list of the days `from` to `to`.
 */
export type Window = { from: Date; to: Date; surelyFrom: Date; surelyTo: Date }

export type Compared = { checked: number; explained: number; differences: Difference[] }

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

/**
 * Makes the differences about the rows of one list. `thing` is the name of a row, `object` our object that it refers to, `idOf` the
 * gateway's id of it.
 */
export function differencesAbout<Row extends { createdAt: Date | null }>(
  thing: 'Payment' | 'Transfer' | 'Refund',
  object: 'transaction' | 'payout' | 'refund',
  idOf: (row: Row) => string,
) {
  return (
    kind: Difference['kind'],
    row: Row,
    amount: Money | null,
    objectId: string | null,
    description: string,
  ): Difference => ({
    kind,
    subject: idOf(row),
    amount,
    description: `${thing} ${idOf(row)}. ${description}`,
    causesAt: row.createdAt ?? new Date(0),
    object: objectId === null ? null : { kind: object, id: objectId },
  })
}

/** Rows of a list that can't be compared at all. */
export function unreadable(list: string, rows: number, window: Window): Difference {
  return {
    kind: 'unreadable',
    subject: `${list} ${window.to.toISOString().slice(0, 10)}`,
    amount: null,
    description: `${rows} rows of the gateway\u2019s ${list} have no id or no reference.`,
    causesAt: window.to,
    object: null,
  }
}
