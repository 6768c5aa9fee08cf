import { hasRow, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

/** Gives somebody a post permanently. Returns false if they had it already: then this purchase bought nothing. */
export async function grantUnlock(
  tx: Tx,
  grant: { accountId: string; postId: string; purchaseId: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('unlocks')
    .values({ id: newId(), user_id: grant.accountId, post_id: grant.postId, purchase_id: grant.purchaseId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return true
  return hasRow(tx.selectFrom('unlocks').select('id').where('purchase_id', '=', grant.purchaseId))
}
