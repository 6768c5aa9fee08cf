import { sql } from 'kysely'
import { forgetMedium } from '#app/domain/media/forget-media.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { findOwnFiles } from './internal/own-files.server.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Takes files out of their owner's vault, and destroys those that nothing uses any more. Everything that uses a file refers to its row, so
 * the database itself refuses to delete one that is in use. Returns how many were destroyed.
 */
export async function forgetUnusedFiles(ownerId: string, mediaIds: readonly string[]): Promise<number> {
  const own = await inTransaction(async (tx) => {
    const found = await findOwnFiles(tx, ownerId, mediaIds)
    if (found.length > 0)
      await tx
        .insertInto('vault_items')
        .values(found.map((mediaId) => ({ media_id: mediaId, owner_id: ownerId, removed_at: sql<Date>`app_now()` })))
        .onConflict((conflict) =>
          conflict
            .column('media_id')
            .doUpdateSet({ removed_at: sql<Date>`app_now()`, changed_at: sql<Date>`app_now()` }),
        )
        .execute()
    return found
  })
  let destroyed = 0
  for (const mediaId of own) {
    try {
      await forgetMedium(mediaId)
      destroyed += 1
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION)) throw error
    }
  }
  return destroyed
}
