import { sql } from 'kysely'
import { hasRow, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

/** Gives a fan a locked message permanently. Returns false if they had it already: then this purchase bought nothing. */
export async function grantMessageUnlock(
  tx: Tx,
  grant: { accountId: string; messageId: string; purchaseId: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('message_unlocks')
    .values({ id: newId(), user_id: grant.accountId, message_id: grant.messageId, purchase_id: grant.purchaseId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return true
  return hasRow(tx.selectFrom('message_unlocks').select('id').where('purchase_id', '=', grant.purchaseId))
}

/** Revokes the right to a message that a purchase gave. */
export async function revokeMessageUnlock(tx: Tx, purchaseId: string, at: Date): Promise<void> {
  await tx
    .updateTable('message_unlocks')
    .set({ revoked_at: at })
    .where('purchase_id', '=', purchaseId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Reinstates it, unless its buyer has bought it again in the meantime. */
export async function reinstateMessageUnlock(tx: Tx, purchaseId: string): Promise<void> {
  await sql`
    update message_unlocks u set revoked_at = null where u.purchase_id = ${purchaseId}
      and not exists (select from message_unlocks o where o.user_id = u.user_id and o.message_id = u.message_id and o.revoked_at is null)`.execute(
    tx,
  )
}
