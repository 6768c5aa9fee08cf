import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { type EarningSource, PENDING_DAYS, pendingDays } from './earning.ts'

export type NewEarning = {
  creatorId: string
  source: EarningSource
  /** The cause of the earning, e.g. 'purchase' and its id: one earning per cause and creator. */
  causeKind: string
  causeId: string
  /** The entry that credited creator_pending with the net. */
  entryId: string
  /** Minor units of shillings; gross = fee + net. */
  grossMinor: bigint
  feeMinor: bigint
  /** A card paid for it: a bank may reverse the charge for months. */
  cardFunded: boolean
  at: Date
}

const DAY_MS = 86_400_000

/**
 * Records one earning with the entry that posts it, in the same transaction: every credit of creator_pending has exactly one such row.
 * Repeated for the same cause and creator, it stays one.
 */
export function recordEarning(tx: Tx, earning: NewEarning): Promise<void> {
  return recordEarnings(tx, [earning])
}

/** The same for many, in one statement. */
export async function recordEarnings(tx: Tx, earnings: readonly NewEarning[]): Promise<void> {
  if (earnings.length === 0) return
  const days = await pendingDaysOf(tx, earnings)
  await tx
    .insertInto('earnings')
    .values(
      earnings.map((earning, index) => ({
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
        card_funded: earning.cardFunded,
        available_at: new Date(earning.at.getTime() + days[index]! * DAY_MS),
      })),
    )
    .onConflict((conflict) => conflict.columns(['cause_kind', 'cause_id', 'creator_id']).doNothing())
    .execute()
}

/** Reads creators' ages only where a card paid: everything else is pending for the same time. */
async function pendingDaysOf(tx: Tx, earnings: readonly NewEarning[]): Promise<number[]> {
  const byCard = earnings.filter((earning) => earning.cardFunded)
  if (byCard.length === 0) return earnings.map(() => PENDING_DAYS)
  const limits = await settings(tx)
  const creators = await tx
    .selectFrom('creators')
    .select(['profile_id', 'approved_at'])
    .where(
      'profile_id',
      'in',
      byCard.map((earning) => earning.creatorId),
    )
    .execute()
  const approvedAt = new Map(creators.map((creator) => [creator.profile_id, creator.approved_at]))
  return earnings.map((earning) =>
    pendingDays({ ...earning, approvedAt: approvedAt.get(earning.creatorId) ?? null }, limits),
  )
}
