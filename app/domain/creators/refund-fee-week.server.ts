import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { refreshListed } from './refresh-listed.server.ts'

/**
 * Refunds one paid week to its payer: it doesn't begin any more, or ends now with its period of visibility. Returns how much of its price
 * is still owed as service, in minor units: all of it, or nothing where the week was over.
 */
export async function refundFeeWeek(tx: Tx, purchaseId: string, at: Date): Promise<bigint> {
  const week = await tx
    .selectFrom('creator_fee_weeks')
    .select(['id', 'creator_id', 'amount_minor', 'earned_at', 'refunded_at'])
    .where('purchase_id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirst()
  if (!week || week.refunded_at) return 0n
  await tx.updateTable('creator_fee_weeks').set({ refunded_at: at }).where('id', '=', week.id).execute()
  await tx
    .updateTable('creator_listings')
    .set({ revoked_at: at })
    .where('source_kind', '=', 'creator_fee')
    .where('source_id', '=', week.id)
    .where('revoked_at', 'is', null)
    .execute()
  await refreshListed(tx, week.creator_id)
  return week.earned_at === null ? week.amount_minor : 0n
}

/** Reinstates a week that a chargeback had ended, for what is left of it. */
export async function reinstateFeeWeek(tx: Tx, purchaseId: string): Promise<void> {
  const { rows } = await sql<{ id: string; creator_id: string }>`
    update creator_fee_weeks set refunded_at = null where purchase_id = ${purchaseId} and refunded_at is not null
    returning id, creator_id`.execute(tx)
  for (const week of rows) {
    await sql`update creator_listings set revoked_at = null where source_kind = 'creator_fee' and source_id = ${week.id}`.execute(
      tx,
    )
    await refreshListed(tx, week.creator_id)
  }
}
