import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { destroyKeys, removeDestroyed } from './internal/destroy.server.ts'

/** Scheduled task: destroys documents whose retention has ended. Returns how many pictures were deleted. */
export async function destroyDueDocuments(): Promise<number> {
  const due = await db
    .selectFrom('sealed_documents')
    .select('id')
    .where('keep_until', '<=', sql<Date>`app_now()`)
    .where('destroyed_at', 'is', null)
    .limit(100)
    .execute()
  for (const { id } of due) {
    await inTransaction(async (tx) => {
      await destroyKeys(tx, 'id', id)
      await publish(tx, { actorId: null, event: 'document_destroyed', objectId: id })
    })
  }
  return removeDestroyed()
}

/** Destroys all of a person's documents, in the transaction that deletes the account; the scheduled task deletes the bytes. */
export async function destroyDocumentsOf(tx: Tx, ownerId: string): Promise<void> {
  await destroyKeys(tx, 'owner_id', ownerId)
}
