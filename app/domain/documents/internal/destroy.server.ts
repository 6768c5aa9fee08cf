import { sql } from 'kysely'
import { db, type Tx } from '#app/platform/db.server.ts'
import { removeSealed } from './vault.server.ts'

/**
 * Destroys the key of one document, or those of all documents of an owner or a release, in the caller's transaction: after the commit the
 * bytes can't be read. `removeDestroyed` deletes them.
 */
export async function destroyKeys(tx: Tx, column: 'id' | 'owner_id' | 'release_id', id: string): Promise<void> {
  await tx
    .updateTable('sealed_documents')
    .set({ sealed_key: null, destroyed_at: sql<Date>`app_now()` })
    .where(column, '=', id)
    .where('destroyed_at', 'is', null)
    .execute()
}

/** Deletes the bytes of documents whose key is destroyed. Returns how many. */
export async function removeDestroyed(): Promise<number> {
  const rows = await db
    .selectFrom('sealed_documents')
    .select('id')
    .where('destroyed_at', 'is not', null)
    .where('storage_key', 'is not', null)
    .limit(100)
    .execute()
  for (const { id } of rows) {
    await removeSealed(id)
    await db.updateTable('sealed_documents').set({ storage_key: null }).where('id', '=', id).execute()
  }
  return rows.length
}
