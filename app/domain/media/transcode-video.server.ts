import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { sql } from 'kysely'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { inWorkFolder } from '#app/platform/spool.server.ts'
import { cutOf } from './internal/cut-of.ts'
import { type TranscodedVideo, VideoStoppedError, transcode } from './internal/transcode.server.ts'
import { runImageWork } from './internal/image-process.server.ts'
import type { ProcessedPicture } from './internal/image-work.ts'
import { isLeaving } from './internal/sandbox.server.ts'
import { saveRenditions } from './internal/save-renditions.server.ts'
import { foundOriginal, waitForOriginal } from './internal/wait-for-original.server.ts'
import { MAX_PIXELS, plannedRenditions, RENDITION_PLANS, storageKey } from './media.ts'
import { videoIsOn } from './video-tools.server.ts'
import { VIDEO_LIMITS, type VideoFailure } from './video.ts'

const RENEW_MS = 30_000

type Claim = { mediaId: string; tries: number; uploadKey: string }

/**
 * Transcodes a video. One worker at a time holds its lease, which is renewed during the work: where a worker dies, the next one takes
 * over when the lease ends. A fault of the file fails at once; an interrupted try is repeated a few times. A second run finds nothing to
 * do.
 */
export async function transcodeVideo(mediaId: string): Promise<void> {
  // Another machine may have the tools that this one lacks; the scheduled task tries again.
  if (!(await videoIsOn())) return
  const claim = await claimVideo(mediaId)
  if (!claim) return forgetWhatCame(mediaId)
  if (claim.tries > VIDEO_LIMITS.tries) return abandon(claim, 'gave_up')
  const renewing = setInterval(() => void lend(mediaId).catch(() => {}), RENEW_MS)
  try {
    await inWorkFolder((folder) => work(claim, folder))
  } catch (error) {
    const tries = isLeaving() ? claim.tries - 1 : claim.tries
    await db
      .updateTable('media')
      .set({ work_until: null, tries })
      .where('id', '=', mediaId)
      .where('tries', '=', claim.tries)
      .execute()
    throw error
  } finally {
    clearInterval(renewing)
  }
}

async function work(claim: Claim, folder: string): Promise<void> {
  for (let earlier = 1; earlier < claim.tries; earlier += 1) await mediaStore().remove(videoKey(claim.mediaId, earlier))
  const source = await mediaStore().open(claim.uploadKey)
  if (!source) return (await waitForOriginal(claim.mediaId, claim.tries - 1)) ? undefined : abandon(claim, 'gave_up')
  await foundOriginal(claim.mediaId)
  const came = join(folder, 'came')
  await pipeline(Readable.fromWeb(source as NodeStream), createWriteStream(came, { mode: 0o600 }))
  const made = await transcode(came, folder)
  if (!made.ok) return abandon(claim, made.failure)
  const picture = await takePoster(made.video.poster)
  if (!picture) return abandon(claim, 'damaged')
  await keep(claim, made.video, picture)
}

async function takePoster(bytes: Uint8Array): Promise<ProcessedPicture | null> {
  const { longestEdge } = RENDITION_PLANS.post
  const first = await runImageWork({ kind: 'take_in', bytes, longestEdge, maxPixels: MAX_PIXELS, cuts: [] })
  if (first.kind === 'stopped') throw new VideoStoppedError('the poster')
  if (first.kind !== 'taken_in') return null
  const cuts = plannedRenditions('post', first.picture.width).map((spec) => cutOf('post', spec))
  const sizes = await runImageWork({ kind: 'cut', bytes: first.picture.original, cuts })
  if (sizes.kind === 'stopped') throw new VideoStoppedError('the poster')
  return sizes.kind === 'cuts' ? { ...first.picture, cuts: sizes.cuts } : null
}

async function keep(claim: Claim, video: TranscodedVideo, picture: ProcessedPicture): Promise<void> {
  const { mediaId } = claim
  const { width, height, seconds } = video.facts
  const key = videoKey(mediaId, claim.tries)
  const byteSize = BigInt((await stat(video.path)).size)
  await mediaStore().putFile(key, video.path, 'video/mp4')
  // The result of an interrupted try may differ in a byte.
  await db.deleteFrom('media_renditions').where('media_id', '=', mediaId).where('format', '!=', 'mp4').execute()
  await saveRenditions(mediaId, picture.cuts)
  const kept = await inTransaction(async (tx) => {
    const ready = await tx
      .updateTable('media')
      .set({
        state: 'ready',
        work_until: null,
        duration_ms: Math.round(seconds * 1_000),
        preview: Buffer.from(picture.preview),
      })
      .where('id', '=', mediaId)
      .where('state', '=', 'processing')
      .where('tries', '=', claim.tries)
      .executeTakeFirst()
    if (ready.numUpdatedRows === 0n) return false
    const made = { media_id: mediaId, width, height, format: 'mp4' as const, byte_size: byteSize, storage_key: key }
    await tx.insertInto('media_renditions').values(made).execute()
    return true
  })
  await mediaStore().remove(kept ? claim.uploadKey : key)
}

/** Each try has a folder of its own, so that one that lost its lease never deletes another's. */
function videoKey(mediaId: string, tries: number): string {
  return storageKey(mediaId, `film-${tries}.mp4`)
}

/** The uploaded file is not kept where nothing can be made of it. */
async function abandon({ mediaId, uploadKey }: Claim, failure: VideoFailure): Promise<void> {
  log.warn({ mediaId, failure }, 'a video could not be transcoded')
  await db
    .updateTable('media')
    .set({ state: 'failed', failure, work_until: null })
    .where('id', '=', mediaId)
    .where('state', '=', 'processing')
    .execute()
  await mediaStore().remove(uploadKey)
}

/** A worker that died between its last two steps left the uploaded file; it isn't needed once the video is made, or has failed. */
async function forgetWhatCame(mediaId: string): Promise<void> {
  const done = await db
    .selectFrom('media')
    .select('original_key')
    .where('id', '=', mediaId)
    .where('kind', '=', 'video')
    .where('state', '!=', 'processing')
    .executeTakeFirst()
  if (done) await mediaStore().remove(done.original_key)
}

async function claimVideo(mediaId: string): Promise<Claim | null> {
  const { rows } = await sql<{ tries: number; original_key: string }>`
    update media set tries = tries + 1, work_until = clock_timestamp() + interval '2 minutes'
    where id = ${mediaId} and kind = 'video' and state = 'processing' and (work_until is null or work_until < clock_timestamp())
    returning tries, original_key
  `.execute(db)
  const row = rows[0]
  return row ? { mediaId, tries: row.tries, uploadKey: row.original_key } : null
}

async function lend(mediaId: string): Promise<void> {
  await sql`update media set work_until = clock_timestamp() + interval '2 minutes' where id = ${mediaId} and state = 'processing'`.execute(
    db,
  )
}

/** Scheduled task: enqueues videos whose worker is gone or whose job was lost. Returns how many waited. */
export async function resumeVideos(): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from media
    where kind = 'video' and state = 'processing'
      and (work_until < clock_timestamp() or (work_until is null and created_at < app_now() - interval '5 minutes'))
    order by created_at limit 20
  `.execute(db)
  if (rows.length === 0) return 0
  await inTransaction(async (tx) => {
    for (const { id } of rows) await enqueue(tx, 'transcode_video', { mediaId: id })
  })
  return rows.length
}
