import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { type EarningSource, PENDING_DAYS } from './earning.ts'

export type NewEarning = {
  creatorId: string
  source: EarningSource
  /** What earned it, e.g. 'purchase' and its id: one earning a cause and creator. */
  causeKind: string
  causeId: string
  /** The entry that credited creator_pending with the net. */
  entryId: string
  /** Minor units of shillings; gross = fee + net. */
  grossMinor: bigint
  feeMinor: bigint
  at: Date
}

const DAY_MS = 86_400_000

/**
 * Notes one earning beside the entry that books it, in the same transaction: every credit of creator_pending has exactly one such row.
 * Noted again for the same cause and creator, it stays one.
 */
export function recordEarning(tx: Tx, earning: NewEarning): Promise<void> {
  return recordEarnings(tx, [earning])
}

/** The same for many, in one statement. */
export async function recordEarnings(tx: Tx, earnings: readonly NewEarning[]): Promise<void> {
  if (earnings.length === 0) return
  await tx
    .insertInto('earnings')
    .values(
      earnings.map((earning) => ({
        id: newId(),
        creator_id: earning.creatorId,
        source: earning.source,
        cause_kind: earning.causeKind,
        cause_id: earning.causeId,
        entry_id: earning.entryId,
        gross_minor: earning.grossMinor,
        fee_minor: earning.feeMinor,
        net_minor: earning.grossMinor - earning.feeMinor,
        earned_at: earning.at,
        available_at: new Date(earning.at.getTime() + PENDING_DAYS * DAY_MS),
      })),
    )
    .onConflict((conflict) => conflict.columns(['cause_kind', 'cause_id', 'creator_id']).doNothing())
    .execute()
}
