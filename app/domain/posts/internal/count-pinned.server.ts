import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

/** How many posts of a creator are pinned, or will be once they are published. Pins of one creator wait for each other. */
export async function countPinned(tx: Tx, creatorId: string): Promise<number> {
  await advisoryLock(tx, `pinned posts of ${creatorId}`)
  const rows = await tx
    .selectFrom('posts')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('pinned_at', 'is not', null)
    .execute()
  return rows.length
}
