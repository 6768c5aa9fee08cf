import { sql } from 'kysely'
import { forgetObjects } from '#app/domain/media/forget-objects.server.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { type Archive, partKey, partKeys } from './internal/sealed-parts.server.ts'

const AT_ONCE = 50

/** Ends exports whose time is over, and those that failed. Their key is deleted at once, their bytes by the next scheduled task. */
export async function endExports(): Promise<number> {
  const over = await db
    .selectFrom('data_exports')
    .select(['id', 'state', 'archives'])
    .where(
      sql<boolean>`(state = 'ready' and expires_at <= app_now()) or (state = 'building' and requested_at < app_now() - interval '1 day')`,
    )
    .limit(AT_ONCE)
    .execute()
  for (const copy of over) {
    const archives = copy.archives as Archive[]
    // An archive that was interrupted is known only to the store.
    const begun = copy.state === 'building' ? await countParts(copy.id, archives.length + 1) : 0
    await inTransaction(async (tx) => {
      await forgetObjects(tx, partKeys(copy.id, begun > 0 ? [...archives, { bytes: 0, parts: begun }] : archives))
      await tx
        .updateTable('data_exports')
        .set({ state: copy.state === 'ready' ? 'expired' : 'failed', sealed_key: null, archives: '[]' })
        .where('id', '=', copy.id)
        .where('state', '=', copy.state)
        .execute()
    })
  }
  return over.length
}

async function countParts(exportId: string, archive: number): Promise<number> {
  for (let part = 1; ; part += 1) {
    const stream = await mediaStore().open(partKey(exportId, archive, part))
    if (!stream) return part - 1
    await stream.cancel()
  }
}
