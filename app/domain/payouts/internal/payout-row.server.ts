import type { Tx } from '#app/platform/db.server.ts'
import type { BookedPayout } from '../entries.ts'

/** Locks a payout; a command that decides about one reads it here first. */
export function lockPayout(tx: Tx, id: string) {
  return tx.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export type PayoutRow = NonNullable<Awaited<ReturnType<typeof lockPayout>>>

type Booked = Pick<PayoutRow, 'id' | 'creator_id' | 'gross_minor' | 'fee_minor' | 'tax_minor' | 'net_minor'>

export function bookedPayout(row: Booked, at: Date): BookedPayout {
  return {
    id: row.id,
    creatorId: row.creator_id,
    grossMinor: row.gross_minor,
    feeMinor: row.fee_minor,
    taxMinor: row.tax_minor,
    netMinor: row.net_minor,
    at,
  }
}
