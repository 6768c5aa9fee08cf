import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'

/**
 * Called where the file that a photo or a video is made from is not in the store: the store may not be mounted, or be slow to show what
 * another process wrote. Returns true while it is worth waiting, for an hour, with a try every minute; false after it. A video's `tries`
 * are not counted meanwhile.
 */
export async function waitForOriginal(mediaId: string, tries = 0): Promise<boolean> {
  const { rows } = await sql<{ since: Date; waits: boolean }>`
    update media set tries = ${tries}, work_until = clock_timestamp() + interval '1 minute',
      original_missing_since = coalesce(original_missing_since, clock_timestamp())
    where id = ${mediaId} and state = 'processing'
    returning original_missing_since as since, original_missing_since > clock_timestamp() - interval '1 hour' as waits
  `.execute(db)
  const row = rows[0]
  if (!row) return true
  const fields = { mediaId, since: row.since }
  if (row.waits)
    log.warn(
      fields,
      'the original of a picture or video is not in the media store: it is tried again every minute for an hour',
    )
  else log.error(fields, 'the original of a picture or video was not in the media store for an hour')
  return row.waits
}

/** Called where that file is there: if it is missing again, its hour begins anew. */
export async function foundOriginal(mediaId: string): Promise<void> {
  await db
    .updateTable('media')
    .set({ original_missing_since: null })
    .where('id', '=', mediaId)
    .where('original_missing_since', 'is not', null)
    .execute()
}
