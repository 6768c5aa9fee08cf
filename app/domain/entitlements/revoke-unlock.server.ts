import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/** Revokes the right to a post that a purchase gave. */
export async function revokeUnlock(tx: Tx, purchaseId: string, at: Date): Promise<void> {
  await tx
    .updateTable('unlocks')
    .set({ revoked_at: at })
    .where('purchase_id', '=', purchaseId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Reinstates it, unless its buyer has bought it again in the meantime. */
export async function reinstateUnlock(tx: Tx, purchaseId: string): Promise<void> {
  await sql`
    update unlocks u set revoked_at = null where u.purchase_id = ${purchaseId}
      and not exists (select from unlocks o where o.user_id = u.user_id and o.post_id = u.post_id and o.revoked_at is null)`.execute(
    tx,
  )
}
