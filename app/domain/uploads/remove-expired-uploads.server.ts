import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { dropOldWork } from '#app/platform/spool.server.ts'
import { dropSpooled, listSpooled } from './internal/spool.server.ts'

/**
 * Scheduled task: deletes uploads that waited too long, and everything in this machine's spool that nobody will use. Rows stay two days,
 * because the limits count them. Returns the number of deleted files.
 */
export async function removeExpiredUploads(): Promise<number> {
  await db
    .updateTable('uploads')
    .set({ state: 'gone' })
    .where('state', 'in', ['open', 'finished'])
    .where('expires_at', '<=', sql<Date>`app_now()`)
    .execute()
  const spooled = await listSpooled()
  const wanted =
    spooled.length === 0
      ? []
      : await db
          .selectFrom('uploads')
          .select('id')
          .where('id', 'in', spooled)
          .where('state', 'in', ['open', 'finished'])
          .execute()
  const keep = new Set(wanted.map((row) => row.id))
  const leftovers = spooled.filter((id) => !keep.has(id))
  for (const id of leftovers) await dropSpooled(id)
  await dropOldWork()
  await db
    .deleteFrom('uploads')
    .where('state', 'in', ['accepted', 'gone'])
    .where('created_at', '<', sql<Date>`app_now() - interval '2 days'`)
    .execute()
  return leftovers.length
}
