import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db, hasRow, inTransaction } from '#app/platform/db.server.ts'
import { storageKey } from '../media.ts'
import type { Stream } from '../streams.ts'
import type { MediaClaim } from './claims.server.ts'
import type { MadeStream } from './transcode.server.ts'

const bySize = (one: Stream, other: Stream): number =>
  one.width - other.width || one.variant.localeCompare(other.variant)

/** The rungs of a video that are stored, the smallest first; null while there are none. */
export async function listStreams(mediaId: string): Promise<Stream[] | null> {
  const rows = await db.selectFrom('media_streams').selectAll().where('media_id', '=', mediaId).execute()
  if (rows.length === 0) return null
  return rows
    .map((row): Stream => ({
      rung: row.rung,
      variant: row.variant,
      width: row.width,
      height: row.height,
      codecs: row.codecs,
      byteSize: Number(row.byte_size),
      initBytes: row.init_bytes,
      segmentBytes: row.segment_bytes,
      segmentMs: row.segment_ms,
      key: row.storage_key,
    }))
    .toSorted(bySize)
}

/** Stores the rungs, then writes all their rows together. Returns null where another worker has taken over. */
export async function saveStreams(claim: MediaClaim, made: readonly MadeStream[]): Promise<Stream[] | null> {
  const { mediaId, tries } = claim
  const keyOf = (stream: MadeStream, nth: number) => storageKey(mediaId, `${stream.rung}-${stream.variant}-${nth}.mp4`)
  for (const stream of made) {
    // What a try that died had stored has no row.
    for (let earlier = 1; earlier < tries; earlier += 1) await mediaStore().remove(keyOf(stream, earlier))
    await mediaStore().putFile(keyOf(stream, tries), stream.path, 'video/mp4')
  }
  const streams = made.map((stream): Stream => ({ ...stream, key: keyOf(stream, tries) }))
  const kept = await inTransaction(async (tx) => {
    const mine = tx
      .selectFrom('media')
      .select('id')
      .where('id', '=', mediaId)
      .where('state', '=', 'processing')
      .where('tries', '=', tries)
      .forUpdate()
    if (!(await hasRow(mine))) return false
    await tx
      .insertInto('media_streams')
      .values(
        streams.map((stream) => ({
          media_id: mediaId,
          rung: stream.rung,
          variant: stream.variant,
          width: stream.width,
          height: stream.height,
          codecs: stream.codecs,
          byte_size: BigInt(stream.byteSize),
          init_bytes: stream.initBytes,
          segment_bytes: stream.segmentBytes,
          segment_ms: stream.segmentMs,
          storage_key: stream.key,
        })),
      )
      .execute()
    return true
  })
  if (kept) return streams.toSorted(bySize)
  for (const { key } of streams) await mediaStore().remove(key)
  return null
}
