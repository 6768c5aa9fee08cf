import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
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
  const list = (value: (earning: NewEarning, index: number) => unknown) => earnings.map(value)
  await queryPreparedIn(tx, 'record-earnings', RECORD, [
    list(() => newId()),
    list(({ creatorId }) => creatorId),
    list(({ source }) => source),
    list(({ causeKind }) => causeKind),
    list(({ causeId }) => causeId),
    list(({ entryId }) => entryId),
    list(({ grossMinor }) => grossMinor.toString()),
    list(({ feeMinor }) => feeMinor.toString()),
    list(({ at }) => at.toISOString()),
    list(({ cardFunded }) => cardFunded),
    list(({ at }, index) => new Date(at.getTime() + days[index]! * DAY_MS).toISOString()),
  ])
}

const RECORD = `insert into earnings
    (id, creator_id, source, cause_kind, cause_id, entry_id, gross_minor, fee_minor, net_minor, earned_at, card_funded, available_at)
  select id, creator_id, source, cause_kind, cause_id, entry_id, gross, fee, gross - fee, earned_at, card_funded, available_at
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::bigint[], $8::bigint[], $9::timestamptz[],
    $10::boolean[], $11::timestamptz[])
    as e (id, creator_id, source, cause_kind, cause_id, entry_id, gross, fee, earned_at, card_funded, available_at)
  on conflict (cause_kind, cause_id, creator_id) do nothing`

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
