import type { Tx } from '#app/platform/db.server.ts'

/** A refunded tip no longer counts among a post's tips and a creator's supporters. */
export async function removeTip(tx: Tx, purchaseId: string, at: Date): Promise<void> {
  await tx
    .updateTable('tips')
    .set({ removed_at: at })
    .where('purchase_id', '=', purchaseId)
    .where('removed_at', 'is', null)
    .execute()
}

export async function reinstateTip(tx: Tx, purchaseId: string): Promise<void> {
  await tx.updateTable('tips').set({ removed_at: null }).where('purchase_id', '=', purchaseId).execute()
}
