import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { sealNumber } from './account-number.server.ts'

const AT_ONCE = 200

/**
 * Scheduled task: seals numbers that were stored before they were sealed, and the replacement that an erasure has stored. Returns how many.
 */
export async function sealPlainNumbers(): Promise<number> {
  const plain = await db
    .selectFrom('payout_accounts')
    .select(['id', 'number'])
    .where('number', 'is not', null)
    .orderBy('asked_at')
    .limit(AT_ONCE)
    .execute()
  for (const { id, number } of plain)
    await sql`select seal_payout_number(${id}, ${sealNumber(id, number!)})`.execute(db)
  return plain.length
}
