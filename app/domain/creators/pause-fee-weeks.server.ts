import type { Tx } from '#app/platform/db.server.ts'

/** From now on what a creator has paid stands still. Asked again, the first moment holds. */
export async function pauseFeeWeeks(tx: Tx, creatorId: string, at: Date): Promise<void> {
  await tx
    .updateTable('creators')
    .set({ fee_paused_at: at })
    .where('profile_id', '=', creatorId)
    .where('fee_paused_at', 'is', null)
    .execute()
}
