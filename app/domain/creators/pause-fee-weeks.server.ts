import type { Tx } from '#app/platform/db.server.ts'

/** Pauses a creator's paid time from now on. On a repeated call the first moment holds. */
export async function pauseFeeWeeks(tx: Tx, creatorId: string, at: Date): Promise<void> {
  await tx
    .updateTable('creators')
    .set({ fee_paused_at: at })
    .where('profile_id', '=', creatorId)
    .where('fee_paused_at', 'is', null)
    .execute()
}
