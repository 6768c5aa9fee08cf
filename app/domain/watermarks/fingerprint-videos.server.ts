import { fetchVariants, fingerprintFrame, readFrames } from '#app/domain/media/video-frames.server.ts'
import { videoIsOn } from '#app/domain/media/video-tools.server.ts'
import { db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { inWorkFolder } from '#app/platform/spool.server.ts'
import { sql } from 'kysely'
import { bitsOf } from './fingerprint-bits.ts'

/** Below are the parts of photos and posters. */
export const FIRST_VIDEO_PART = 10
const MAX_PARTS = 2_000
const SECONDS_BETWEEN = 5
const FRAME = { width: 64, height: 64 }

const unreadable = new Set<string>()

/** Scheduled task: stores what each new video looks like every few seconds, for the search of copies. One at a time. Returns how many. */
export async function fingerprintVideos(): Promise<number> {
  if (!(await videoIsOn())) return 0
  const { rows } = await sql<{ id: string }>`
    select m.id from media m where m.kind = 'video' and m.state = 'ready' and m.purpose = 'post'
      and exists (select from media_streams s where s.media_id = m.id and s.variant = 'b')
      and not exists (select from media_fingerprints f where f.media_id = m.id and f.part >= ${FIRST_VIDEO_PART})
    order by m.created_at desc limit ${1 + unreadable.size}`.execute(db)
  const next = rows.find(({ id }) => !unreadable.has(id))
  if (!next) return 0
  const fingerprints = await inWorkFolder((folder) => fingerprintsOf(next.id, folder))
  if (!fingerprints) {
    unreadable.add(next.id)
    log.warn({ mediaId: next.id }, 'a video has no fingerprints: it could not be read')
    return 0
  }
  await db
    .insertInto('media_fingerprints')
    .values(
      fingerprints.map((one, nth) => ({ media_id: next.id, part: FIRST_VIDEO_PART + nth, fingerprint: bitsOf(one) })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return 1
}

async function fingerprintsOf(mediaId: string, folder: string): Promise<Uint8Array[] | null> {
  const variants = await fetchVariants(mediaId, folder)
  if (!variants) return null
  const wanted = { ...FRAME, name: 'looks', rate: `1/${SECONDS_BETWEEN}`, maxSeconds: MAX_PARTS * SECONDS_BETWEEN }
  const frames = await readFrames(variants.paths.a, folder, wanted)
  if (!frames) return null
  const fingerprints = Array.from({ length: Math.min(frames.count, MAX_PARTS) }, (_, nth) =>
    fingerprintFrame(frames.read(nth), FRAME),
  )
  frames.close()
  return fingerprints
}
