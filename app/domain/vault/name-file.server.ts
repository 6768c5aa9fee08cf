import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { findOwnFiles, type VaultRefusal } from './internal/own-files.server.ts'
import { canArrangeVault } from './policy.ts'
import { cleanName, VAULT_LIMITS } from './vault.ts'

/** Gives a file of the vault its name: that of the chosen file, or another one. A file that was taken out is in the vault again. */
export function nameFile(actor: Actor, mediaId: string, name: string): Promise<Result<null, VaultRefusal>> {
  return inTransaction(async (tx) => {
    if (!canArrangeVault(actor).allowed) return refuse({ kind: 'not_permitted' })
    const [known] = await findOwnFiles(tx, actor!.id, [mediaId])
    if (known === undefined) return refuse({ kind: 'no_such_file' })
    const named = { name: cleanName(name, VAULT_LIMITS.fileName), removed_at: null }
    await tx
      .insertInto('vault_items')
      .values({ media_id: known, owner_id: actor!.id, ...named })
      .onConflict((conflict) => conflict.column('media_id').doUpdateSet({ ...named, changed_at: sql<Date>`app_now()` }))
      .execute()
    return ok(null)
  })
}
