import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { settings } from '#app/domain/settings/settings.server.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { inWorkFolder } from '#app/platform/spool.server.ts'
import { abandon, finishClaim, type MediaClaim, withClaim, withNextClaim } from './internal/claims.server.ts'
import { cutOf } from './internal/cut-of.ts'
import { VideoStoppedError } from './internal/ffmpeg.server.ts'
import { encodeStreams, posterOf, spriteOf } from './internal/transcode.server.ts'
import { runImageWork } from './internal/image-process.server.ts'
import type { ProcessedPicture } from './internal/image-work.ts'
import { fetchObject } from './internal/objects.server.ts'
import { saveRenditions } from './internal/save-renditions.server.ts'
import { listStreams, saveStreams } from './internal/streams.server.ts'
import { foundOriginal, waitForOriginal } from './internal/wait-for-original.server.ts'
import { fileLimitsOf } from './limits.ts'
import { plannedRenditions, RENDITION_PLANS, storageKey } from './media.ts'
import { isStreamed, spritePlan, type Stream } from './streams.ts'
import { type VideoLane, workFor } from './video-lane.server.ts'
import { videoIsOn } from './video-tools.server.ts'
import { VIDEO_LIMITS } from './video.ts'

const PROGRESS_MS = 2_000

/** A turn: prepares the video of the account in this lane that has waited longest; each job is one turn, whatever video it names. */
export async function transcodeNextVideo(lane: VideoLane, mediaId: string): Promise<void> {
  if (!(await videoIsOn())) return
  const hadOne = await withNextClaim(lane, (claim) => inWorkFolder((folder) => work(claim, folder)))
  if (!hadOne) await transcodeVideo(mediaId)
}

/**
 * Prepares a video in steps: its rungs in two variants, then poster and thumbnails. What a step has stored has rows, so that a
 * worker that dies is followed by one that goes on where it was. One worker at a time holds the lease, which is renewed during the work.
 * A fault of the file fails at once; an interrupted try is repeated a few times. A second run finds nothing to do.
 */
export async function transcodeVideo(mediaId: string): Promise<void> {
  // Another machine may have the tools that this one lacks; the scheduled task tries again.
  if (!(await videoIsOn())) return
  await withClaim(mediaId, 'video', (claim) => inWorkFolder((folder) => work(claim, folder)))
}

async function work(claim: MediaClaim, folder: string): Promise<void> {
  const streams = (await listStreams(claim.mediaId)) ?? (await encode(claim, folder))
  if (!streams) return
  const largest = largestOf(streams)
  // Left here by the step before, or fetched after a restart.
  const path = join(folder, `${largest.rung}-${largest.variant}.mp4`)
  if (!(await exists(path)) && !(await fetchObject(largest.key, path))) return abandon(claim, 'gave_up')
  await finish(claim, folder, streams, path)
}

/** The first step. Returns null where the video failed, or its file has to be waited for. */
async function encode(claim: MediaClaim, folder: string): Promise<Stream[] | null> {
  const { mediaId } = claim
  const came = join(folder, 'came')
  if (!(await fetchObject(claim.uploadKey, came))) {
    const tries = claim.tries - 1
    if (!(await waitForOriginal(mediaId, tries))) await abandon({ ...claim, tries }, 'gave_up')
    return null
  }
  await foundOriginal(mediaId)
  const { videoSeconds } = fileLimitsOf(await settings())
  const made = await encodeStreams(came, folder, {
    longestSeconds: videoSeconds,
    progress: progressOf(claim),
    signal: claim.lost,
  })
  const failure = made.ok && lengthOf(made.streams) < VIDEO_LIMITS.shortestSeconds * 1_000 ? 'damaged' : null
  if (!made.ok || failure) {
    await abandon(claim, made.ok ? 'damaged' : made.failure)
    return null
  }
  return saveStreams(claim, made.streams)
}

const lengthOf = (streams: readonly { segmentMs: number[] }[]) =>
  streams.at(-1)!.segmentMs.reduce((sum, ms) => sum + ms, 0)
const largestOf = (streams: readonly Stream[]): Stream => streams.findLast(({ variant }) => variant === 'a')!

/** The second step: what is made of the largest rung, and with it the video is ready. */
async function finish(claim: MediaClaim, folder: string, streams: readonly Stream[], path: string): Promise<void> {
  const { mediaId } = claim
  const largest = largestOf(streams)
  const durationMs = lengthOf(streams)
  const picture = await takePoster(await posterOf(path, folder, durationMs / 1_000))
  if (!picture) return abandon(claim, 'damaged')
  const plan = spritePlan({ width: largest.width, height: largest.height, durationMs })
  const sprite = await rewriteSprite(await spriteOf(path, folder, plan))
  if (!sprite) return abandon(claim, 'damaged')
  // The result of an interrupted try may differ in a byte.
  await db.deleteFrom('media_renditions').where('media_id', '=', mediaId).where('format', '!=', 'mp4').execute()
  await saveRenditions(mediaId, picture.cuts)
  await saveSprite(mediaId, sprite)
  // What a player without playlists gets as one file: the largest of a short clip, the smallest of a long video.
  const shown = isStreamed(durationMs) ? streams.find(({ variant }) => variant === 'a')! : largest
  const kept = await finishClaim(claim, { duration_ms: durationMs, preview: Buffer.from(picture.preview) }, shown)
  if (kept) await mediaStore().remove(claim.uploadKey)
}

async function takePoster(bytes: Uint8Array): Promise<ProcessedPicture | null> {
  const { longestEdge } = RENDITION_PLANS.post
  const first = await runImageWork({ kind: 'take_in', bytes, longestEdge, maxPixels: VIDEO_LIMITS.maxPixels, cuts: [] })
  if (first.kind === 'stopped') throw new VideoStoppedError('the poster')
  if (first.kind !== 'taken_in') return null
  const cuts = plannedRenditions('post', first.picture.width).map((spec) => cutOf('post', spec))
  const sizes = await runImageWork({ kind: 'cut', bytes: first.picture.original, cuts })
  if (sizes.kind === 'stopped') throw new VideoStoppedError('the poster')
  return sizes.kind === 'cuts' ? { ...first.picture, cuts: sizes.cuts } : null
}

/** Decoded and encoded anew like every picture that comes out of a sandbox. */
async function rewriteSprite(bytes: Uint8Array): Promise<ProcessedPicture | null> {
  const answer = await runImageWork({
    kind: 'take_in',
    bytes,
    longestEdge: 2_560,
    maxPixels: VIDEO_LIMITS.maxPixels,
    cuts: [],
  })
  if (answer.kind === 'stopped') throw new VideoStoppedError('the thumbnails')
  return answer.kind === 'taken_in' ? answer.picture : null
}

async function saveSprite(mediaId: string, { original, width, height }: ProcessedPicture): Promise<void> {
  const key = storageKey(mediaId, 'sprite.jpeg')
  await mediaStore().put(key, original, 'image/jpeg')
  await db
    .insertInto('media_renditions')
    .values({
      media_id: mediaId,
      width,
      height,
      format: 'sprite',
      byte_size: BigInt(original.length),
      storage_key: key,
    })
    .onConflict((conflict) => conflict.columns(['media_id', 'width', 'format']).doNothing())
    .execute()
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Writes how far a video is, at most every two seconds. */
function progressOf({ mediaId, tries }: MediaClaim): (percent: number) => void {
  let written = { percent: 0, at: 0 }
  return (percent) => {
    if (percent <= written.percent || performance.now() - written.at < PROGRESS_MS) return
    written = { percent, at: performance.now() }
    void db
      .updateTable('media')
      .set({ progress: percent })
      .where('id', '=', mediaId)
      .where('state', '=', 'processing')
      .where('tries', '=', tries)
      .execute()
      .catch(() => {})
  }
}

/**
 * Scheduled task: enqueues videos and voice notes whose worker is gone or whose job was lost, and deletes the files of failed ones that
 * nobody tried again. Returns how many waited.
 */
export async function resumeVideos(): Promise<number> {
  const given = await sql<{ original_key: string }>`
    update media set work_until = null
    where kind <> 'photo' and state = 'failed' and work_until < clock_timestamp() returning original_key`.execute(db)
  for (const { original_key } of given.rows) await mediaStore().remove(original_key)
  const { rows } = await sql<{ id: string; kind: 'video' | 'voice'; owner_id: string }>`
    select id, kind, owner_id from media
    where kind <> 'photo' and state = 'processing'
      and (work_until < clock_timestamp() or (work_until is null and created_at < app_now() - interval '5 minutes'))
    order by created_at limit 20
  `.execute(db)
  if (rows.length === 0) return 0
  await inTransaction(async (tx) => {
    for (const { id, kind, owner_id } of rows)
      await enqueue(tx, await workFor(tx, { kind, ownerId: owner_id }), { mediaId: id })
  })
  return rows.length
}
