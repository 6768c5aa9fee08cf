import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db } from '#app/platform/db.server.ts'
import { CONTENT_TYPES, storageKey } from '../media.ts'
import type { CutPicture } from './image-work.ts'

/** Stores pictures, then writes their rows. Storing one twice leaves the same result. */
export async function saveRenditions(mediaId: string, cuts: readonly CutPicture[]): Promise<void> {
  const rows = cuts.map((cut) => ({
    media_id: mediaId,
    width: cut.width,
    format: cut.format,
    height: cut.height,
    byte_size: BigInt(cut.bytes.length),
    storage_key: storageKey(mediaId, `w${cut.width}.${cut.format}`),
  }))
  const stored = await Promise.allSettled(
    cuts.map((cut, index) => mediaStore().put(rows[index]!.storage_key, cut.bytes, CONTENT_TYPES[cut.format])),
  )
  // Once all have ended: whoever tries again must not meet a file that is still being written.
  for (const one of stored) if (one.status === 'rejected') throw one.reason
  await db
    .insertInto('media_renditions')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['media_id', 'width', 'format']).doNothing())
    .execute()
}
