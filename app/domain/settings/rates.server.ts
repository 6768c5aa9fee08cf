import { sql } from 'kysely'
import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { RATE_SETTINGS } from './catalogue.ts'

/** The rates by which money is split. Each kind has dated rates; a booking uses the one of its moment. */
export type RateKind = (typeof RATE_SETTINGS)[keyof typeof RATE_SETTINGS]

const READ =
  'select basis_points from rates where kind = $1 and holds_from <= $2 order by holds_from desc, id desc limit 1'

const rateOf = (kind: RateKind, at: string) =>
  `(select basis_points from rates where kind = '${kind}' and holds_from <= ${at} order by holds_from desc, id desc limit 1)`

/** The rates of a sale as columns of a statement that reads more; `feesIn` reads them from its row. */
export const feesSql = (at: string) =>
  `${rateOf('platform_fee', at)} as platform_fee, ${rateOf('vat_on_platform_fee', at)} as vat`
const READ_FEES = `select ${feesSql('$1')}`

/** The rate in force at a moment, in basis points: 2,000 is 20 %. A kind that nobody has set is 0. */
export async function rateAt(tx: Tx, kind: RateKind, at: Date): Promise<number> {
  const rows = await queryPreparedIn<{ basis_points: number }>(tx, 'read-rate', READ, [kind, at])
  return rows[0]?.basis_points ?? 0
}

export type Fees = { platformFeeBasisPoints: number; vatBasisPoints: number }

/** The rates of a sale at this moment: our part of it, and the tax in our part. */
export function feesAt(tx: Tx, at: Date): Promise<Fees> {
  const known = feesOf.get(tx)
  if (known?.at.getTime() === at.getTime()) return known.fees
  const fees = readFees(tx, at)
  feesOf.set(tx, { at, fees })
  return fees
}

// A command reads the rates of one moment several times, to book and to record; within it they can't differ.
const feesOf = new WeakMap<Tx, { at: Date; fees: Promise<Fees> }>()

async function readFees(tx: Tx, at: Date): Promise<Fees> {
  // Read by every sale: one round trip for both.
  const rows = await queryPreparedIn<FeesRow>(tx, 'read-fees', READ_FEES, [at])
  return feesIn(rows[0]!)
}

type FeesRow = { platform_fee: number | null; vat: number | null }

export function feesIn({ platform_fee, vat }: FeesRow): Fees {
  return { platformFeeBasisPoints: platform_fee ?? 0, vatBasisPoints: vat ?? 0 }
}

export type NewRate = { kind: RateKind; basisPoints: number; setBy: string; reason: string }

/** A rate applies from this moment on; earlier bookings keep the rate of their time. */
export async function setRate(tx: Tx, rate: NewRate): Promise<void> {
  await tx
    .insertInto('rates')
    .values({
      id: newId(),
      kind: rate.kind,
      basis_points: rate.basisPoints,
      holds_from: sql<Date>`app_now()`,
      set_by: rate.setBy,
      reason: rate.reason,
    })
    .execute()
}
