import type { Money } from '#app/domain/money/money.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { beginWeek } from './internal/begin-week.server.ts'

/** `transactionId` is null where the week was paid from a balance. */
export type PaidWeek = {
  creatorId: string
  purchaseId: string
  transactionId: string | null
  price: Money
  paidAt: Date
}

/**
 * Records a paid week of a creator whose row the caller has locked. An approved creator's week begins now, or where the last one ends;
 * otherwise it waits for the approval. Returns when it ends, or null while it waits.
 */
export async function chargeFeeWeek(tx: Tx, paid: PaidWeek): Promise<{ endsAt: Date | null }> {
  const id = newId()
  await tx
    .insertInto('creator_fee_weeks')
    .values({
      id,
      creator_id: paid.creatorId,
      purchase_id: paid.purchaseId,
      transaction_id: paid.transactionId,
      amount_minor: paid.price.amountMinor,
      currency: paid.price.currency,
      paid_at: paid.paidAt,
    })
    .execute()
  const creator = await tx
    .selectFrom('creators')
    .select('verification_status')
    .where('profile_id', '=', paid.creatorId)
    .executeTakeFirstOrThrow()
  if (creator.verification_status !== 'approved') return { endsAt: null }
  return beginWeek(tx, { id, creatorId: paid.creatorId, at: paid.paidAt })
}
