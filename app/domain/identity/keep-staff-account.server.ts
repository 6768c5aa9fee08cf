import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

type StaffAccount = { userType: 'admin' | 'owner'; displayName: string }

const facts = () => ({ profile_completed: true, email_proven_at: sql<Date>`app_now()` })

/** The account of a new member of staff or of the owner. False where the address has an account already: nothing is changed. */
export async function openStaffAccount(
  tx: Tx,
  { id, email, userType, displayName }: StaffAccount & { id: string; email: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('profiles')
    .values({ id, email, user_type: userType, display_name: displayName, ...facts() })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** An existing account becomes one of staff or of the owner, or stays one; only what is given changes. */
export async function raiseAccount(
  tx: Tx,
  id: string,
  { userType, displayName }: Partial<StaffAccount>,
): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({
      ...facts(),
      ...(userType && { user_type: userType }),
      ...(displayName !== undefined && { display_name: displayName }),
      updated_at: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** The account of somebody who isn't the owner any more: a creator's where they have a page, else a fan's. */
export async function lowerAccount(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({
      user_type: sql`case when exists (select from creators where profile_id = profiles.id) then 'creator' else 'fan' end`,
      updated_at: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .execute()
}
