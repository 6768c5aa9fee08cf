import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db, type Tx } from '#app/platform/db.server.ts'

const AT_ONCE = 500

/** Notes objects of the store that nothing refers to any more: a scheduled task deletes their bytes. */
export async function forgetObjects(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insertInto('objects_to_destroy')
    .values(keys.map((storage_key) => ({ storage_key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Scheduled task: deletes the bytes of forgotten objects, oldest first. What the store refuses now is tried again. */
export async function destroyForgottenObjects(): Promise<number> {
  const waiting = await db
    .selectFrom('objects_to_destroy')
    .select('storage_key')
    .orderBy('since')
    .limit(AT_ONCE)
    .execute()
  for (const { storage_key } of waiting) {
    await mediaStore().remove(storage_key)
    await db.deleteFrom('objects_to_destroy').where('storage_key', '=', storage_key).execute()
  }
  return waiting.length
}
