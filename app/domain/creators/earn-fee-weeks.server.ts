import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { sql } from 'kysely'
import { bookedSaleOf } from './booked-sale.server.ts'
import { creatorFeeEarned } from './fee-entries.ts'

const AT_ONCE = 200

/**
 * Scheduled task: books the price of weeks that are over as earned. The week of a suspended creator is paused and isn't over; that of a
 * closed account is. Returns how many.
 */
export async function earnFeeWeeks(): Promise<number> {
  const due = await db
    .selectFrom('creator_fee_weeks as w')
    .innerJoin('creators as c', 'c.profile_id', 'w.creator_id')
    .innerJoin('profiles as p', 'p.id', 'w.creator_id')
    .select('w.id')
    .where('w.earned_at', 'is', null)
    .where('w.refunded_at', 'is', null)
    .where('w.ends_at', '<=', sql<Date>`app_now()`)
    .where((where) => where.or([where('c.fee_paused_at', 'is', null), where('p.account_status', '=', 'closed')]))
    .orderBy('w.ends_at')
    .limit(AT_ONCE)
    .execute()
  return forEachIsolated(due, 'earn finished creator weeks', async ({ id }) => {
    await inTransaction((tx) => earn(tx, id))
    return true
  })
}

async function earn(tx: Parameters<typeof postEntry>[0], id: string): Promise<void> {
  const week = await tx
    .selectFrom('creator_fee_weeks')
    .select(['purchase_id', 'amount_minor', 'currency', 'ends_at'])
    .where('id', '=', id)
    .where('earned_at', 'is', null)
    .where('refunded_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!week?.ends_at) return
  const booked = { id, amountMinor: week.amount_minor, currency: week.currency, at: week.ends_at }
  const { vatBasisPoints } = await feesAt(tx, week.ends_at)
  const { soldMinor } = await bookedSaleOf(tx, week.purchase_id)
  await postEntry(tx, creatorFeeEarned(booked, { vatBasisPoints, soldMinor }))
  await tx
    .updateTable('creator_fee_weeks')
    .set({ earned_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
}
