import { sql } from 'kysely'
import { asRole, type Tx } from '#app/platform/db.server.ts'

export type AccountStatus = { accountStatus: 'active' | 'suspended' | 'closed'; isBlocked: boolean }

/** The status as it is now, locked: the one of the session may be older than a suspension. */
export async function lockAccountStatus(tx: Tx, accountId: string): Promise<AccountStatus['accountStatus']> {
  const { account_status: status } = await tx
    .selectFrom('profiles')
    .select('account_status')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return status
}

/**
 * Stores the status that the caller has just recorded the reason of: a suspension, or a deletion that was asked for or cancelled. The
 * database refuses one without such a row, and ends all sign-ins of an account that isn't active any more.
 */
export async function setAccountStatus(tx: Tx, accountId: string, status: Partial<AccountStatus>): Promise<void> {
  await asRole(tx, 'peach_decisions', () =>
    tx
      .updateTable('profiles')
      .set({
        ...(status.accountStatus && { account_status: status.accountStatus }),
        ...(status.isBlocked !== undefined && { is_blocked: status.isBlocked }),
        updated_at: sql<Date>`app_now()`,
      })
      .where('id', '=', accountId)
      .execute(),
  )
}
