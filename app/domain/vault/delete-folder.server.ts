import type { Actor } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canArrangeVault } from './policy.ts'

/** Deletes a folder; its files stay in the vault. Repeated, it does nothing more. */
export function deleteFolder(actor: Actor, folderId: string): Promise<Result<null, { kind: 'not_permitted' }>> {
  return inTransaction(async (tx) => {
    if (!canArrangeVault(actor).allowed) return refuse({ kind: 'not_permitted' })
    if (isId(folderId))
      await tx.deleteFrom('vault_folders').where('id', '=', folderId).where('owner_id', '=', actor!.id).execute()
    return ok(null)
  })
}
