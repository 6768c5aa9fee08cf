import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { findOwnFiles, type VaultRefusal } from './internal/own-files.server.ts'
import { canArrangeVault } from './policy.ts'

/** Puts files of the vault into a folder of the same owner; null takes them out of theirs. */
export function fileAway(
  actor: Actor,
  mediaIds: readonly string[],
  folderId: string | null,
): Promise<Result<null, VaultRefusal | { kind: 'no_such_folder' }>> {
  return inTransaction(async (tx) => {
    if (!canArrangeVault(actor).allowed) return refuse({ kind: 'not_permitted' })
    const own = await findOwnFiles(tx, actor!.id, mediaIds)
    if (own.length === 0) return refuse({ kind: 'no_such_file' })
    if (folderId !== null) {
      const folder = isId(folderId)
        ? await tx
            .selectFrom('vault_folders')
            .select('id')
            .where('id', '=', folderId)
            .where('owner_id', '=', actor!.id)
            .forKeyShare()
            .executeTakeFirst()
        : undefined
      if (!folder) return refuse({ kind: 'no_such_folder' })
    }
    await tx
      .insertInto('vault_items')
      .values(own.map((mediaId) => ({ media_id: mediaId, owner_id: actor!.id, folder_id: folderId })))
      .onConflict((conflict) =>
        conflict.column('media_id').doUpdateSet({ folder_id: folderId, changed_at: sql<Date>`app_now()` }),
      )
      .execute()
    return ok(null)
  })
}
