import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { isRefusedByAccount } from '../failure.ts'
import type { PayoutRow } from './payout-row.server.ts'

/**
 * Stops further payouts to an account that can't be paid to, until its creator confirms or changes it. Returns whether it is stopped now;
 * false where the failure is temporary, or the account is no longer in use.
 */
export async function stopAtRefusingAccount(tx: Tx, payout: PayoutRow, reason: string): Promise<boolean> {
  if (!isRefusedByAccount(reason, await findReasonBefore(tx, payout))) return false
  const stopped = await tx
    .updateTable('payout_accounts')
    .set({ refused_at: sql<Date>`coalesce(refused_at, app_now())`, refused_reason: reason })
    .where('id', '=', payout.account_id)
    .where('state', '=', 'in_use')
    .returning('id')
    .executeTakeFirst()
  return stopped !== undefined
}

/** Why the previous payout to the same account failed; null where it didn't fail or there was none since the last confirmation. */
async function findReasonBefore(tx: Tx, payout: PayoutRow): Promise<string | null> {
  const before = await tx
    .selectFrom('payouts as o')
    .innerJoin('payout_accounts as a', 'a.id', 'o.account_id')
    .select(['o.state', 'o.reason'])
    .where('o.account_id', '=', payout.account_id)
    .where('o.number', '<', payout.number)
    .where((where) =>
      where.or([where('a.retried_at', 'is', null), where('o.created_at', '>', where.ref('a.retried_at'))]),
    )
    .orderBy('o.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.state === 'failed' ? before.reason : null
}

/** Money has arrived after all: the account can receive payments. */
export async function clearRefusal(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('payout_accounts')
    .set({ refused_at: null, refused_reason: null })
    .where('id', '=', accountId)
    .where('refused_at', 'is not', null)
    .execute()
}
