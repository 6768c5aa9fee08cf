import type { Actor } from '#app/domain/identity/actor.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canArrangeVault } from './policy.ts'
import { cleanName, VAULT_LIMITS } from './vault.ts'

export type FolderRefusal = { kind: 'not_permitted' | 'no_name' | 'too_many' }

/** Adds a folder to the creator's vault. A folder of the same name is used instead of a second one. */
export function createFolder(actor: Actor, name: string): Promise<Result<{ folderId: string }, FolderRefusal>> {
  return inTransaction(async (tx) => {
    if (!canArrangeVault(actor).allowed) return refuse({ kind: 'not_permitted' })
    const clean = cleanName(name, VAULT_LIMITS.folderName)
    if (clean === '') return refuse({ kind: 'no_name' })
    await advisoryLock(tx, `folders of ${actor!.id}`)
    const folders = await tx
      .selectFrom('vault_folders')
      .select(['id', 'name'])
      .where('owner_id', '=', actor!.id)
      .execute()
    const same = folders.find((folder) => folder.name.toLowerCase() === clean.toLowerCase())
    if (same) return ok({ folderId: same.id })
    if (folders.length >= VAULT_LIMITS.folders) return refuse({ kind: 'too_many' })
    const folderId = newId()
    await tx.insertInto('vault_folders').values({ id: folderId, owner_id: actor!.id, name: clean }).execute()
    return ok({ folderId })
  })
}
