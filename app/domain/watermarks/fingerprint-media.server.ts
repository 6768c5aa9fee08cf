import { sql } from 'kysely'
import { readWhole } from '#app/gateways/media-store/media-store.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { fingerprintPicture } from '#app/domain/media/picture-marks.server.ts'
import { db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { bitsOf } from './fingerprint-bits.ts'

const AT_ONCE = 25

/** Not tried again until the next start: a picture that can't be read now will not be in ten seconds. */
const unreadable = new Set<string>()

/** Scheduled task: stores what each new photo of a post looks like, for the search of copies. Returns how many. */
export async function fingerprintMedia(): Promise<number> {
  const waiting = await photosWithout()
    .orderBy('m.created_at', 'desc')
    .limit(AT_ONCE + unreadable.size)
    .execute()
  return storeFingerprints(waiting)
}

/** Ready media of posts without fingerprints, with the largest size that can be read. */
function photosWithout() {
  return db
    .selectFrom('media as m')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('media_renditions as r')
          .select('r.storage_key')
          .whereRef('r.media_id', '=', 'm.id')
          .where('r.format', 'in', ['webp', 'jpeg'])
          .orderBy('r.width', 'desc')
          .limit(1)
          .as('largest'),
      (join) => join.onTrue(),
    )
    .select(['m.id', 'largest.storage_key'])
    .where('m.purpose', '=', 'post')
    .where('m.state', '=', 'ready')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('media_fingerprints as f')
            .select('f.part')
            .whereRef('f.media_id', '=', 'm.id')
            .where('f.part', '=', 0),
        ),
      ),
    )
}

/** Stores what these photos look like as soon as they have been made smaller. One that can't be read is left out. */
export async function fingerprintPhotos(mediaIds: readonly string[]): Promise<void> {
  if (mediaIds.length > 0)
    await storeFingerprints(
      await photosWithout()
        .where('m.id', 'in', [...mediaIds])
        .execute(),
    )
}

/** The same from their originals, also of covers and cards: for photos that are sent before they are made smaller. */
export async function fingerprintOriginals(mediaIds: readonly string[]): Promise<void> {
  if (mediaIds.length === 0) return
  const { rows } = await sql<{ id: string; storage_key: string }>`
    select m.id, m.original_key as storage_key from media m
    where m.id = any(${[...mediaIds]}::uuid[]) and m.kind = 'photo' and m.state <> 'failed'
      and not exists (select from media_fingerprints f where f.media_id = m.id and f.part = 0)`.execute(db)
  await storeFingerprints(rows)
}

async function storeFingerprints(photos: readonly { id: string; storage_key: string }[]): Promise<number> {
  let made = 0
  for (const { id, storage_key: key } of photos) {
    if (unreadable.has(id)) continue
    const bytes = await readWhole(mediaStore(), key)
    const fingerprints = bytes && (await fingerprintPicture(bytes))
    if (!fingerprints) {
      unreadable.add(id)
      log.warn({ mediaId: id }, 'a photo has no fingerprint: it could not be read')
      continue
    }
    await db
      .insertInto('media_fingerprints')
      .values(fingerprints.map((one, part) => ({ media_id: id, part, fingerprint: bitsOf(one) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    made += 1
  }
  return made
}
