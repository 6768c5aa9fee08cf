import { sql } from 'kysely'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { VIDEO_LIMITS, type VideoFailure } from '../video.ts'
import type { VideoLane } from '../video-lane.server.ts'
import { isLeaving } from './sandbox.server.ts'

/**
 * A worker's lease of a video or a voice note. `tries` is its number: what an earlier worker still writes no longer counts. `lost` is
 * aborted where the medium is gone, because its owner replaced it, or another worker has it.
 */
export type MediaClaim = { mediaId: string; tries: number; uploadKey: string; lost: AbortSignal }

const RENEW_MS = 5_000

/**
 * Runs the work on a video or a voice note under a lease that is renewed meanwhile: one worker at a time, and where one dies, the next
 * takes over when the lease ends. An interrupted try is repeated a few times; one that the end of the server interrupts isn't counted.
 */
export async function withClaim(
  mediaId: string,
  kind: 'video' | 'voice',
  work: (claim: MediaClaim) => Promise<void>,
): Promise<void> {
  const taken = await takeClaim(mediaId, kind)
  if (!taken) return forgetUpload(mediaId, kind)
  return workUnder(taken, work)
}

/**
 * The same for the video whose account has waited longest for a turn, so that nobody's many files keep others waiting for more than one.
 * False where none waits.
 */
export async function withNextClaim(lane: VideoLane, work: (claim: MediaClaim) => Promise<void>): Promise<boolean> {
  const taken = await takeNextClaim(lane)
  if (taken) await workUnder(taken, work)
  return taken !== null
}

async function workUnder(taken: TakenClaim, work: (claim: MediaClaim) => Promise<void>): Promise<void> {
  const losing = new AbortController()
  const claim = { ...taken, lost: losing.signal }
  const { mediaId } = claim
  if (claim.tries > VIDEO_LIMITS.tries) return abandon(claim, 'gave_up')
  const renewing = setInterval(() => {
    renew(claim).then(
      (kept) => (kept ? undefined : losing.abort()),
      () => {},
    )
  }, RENEW_MS)
  try {
    await work(claim)
  } catch (error) {
    if (claim.lost.aborted) return
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

/** A faulty file is not kept. Where only our work failed, it waits some days for its owner to try again. */
export async function abandon({ mediaId, tries, uploadKey }: TakenClaim, failure: VideoFailure): Promise<void> {
  log.warn({ mediaId, failure }, 'a video or a voice note could not be prepared')
  const waits = failure === 'gave_up'
  const abandoned = await db
    .updateTable('media')
    .set({
      state: 'failed',
      failure,
      work_until: waits ? sql<Date>`clock_timestamp() + make_interval(days => ${VIDEO_LIMITS.daysToRetry})` : null,
    })
    .where('id', '=', mediaId)
    .where('state', '=', 'processing')
    .where('tries', '=', tries)
    .executeTakeFirst()
  if (!waits && abandoned.numUpdatedRows === 1n) await mediaStore().remove(uploadKey)
}

type ReadyFacts = { duration_ms: number; waveform?: number[]; preview?: Buffer }

/**
 * Marks a video or a voice note as ready, with the one file that a player without playlists gets. False where a later worker has taken
 * it over: then nothing is written.
 */
export function finishClaim(
  { mediaId, tries }: MediaClaim,
  facts: ReadyFacts,
  file: { width: number; height: number; byteSize: number; key: string },
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const ready = await tx
      .updateTable('media')
      .set({ state: 'ready', work_until: null, progress: 100, ...facts })
      .where('id', '=', mediaId)
      .where('state', '=', 'processing')
      .where('tries', '=', tries)
      .executeTakeFirst()
    if (ready.numUpdatedRows === 0n) return false
    const { width, height, byteSize, key } = file
    await tx
      .insertInto('media_renditions')
      .values({ media_id: mediaId, width, height, format: 'mp4', byte_size: BigInt(byteSize), storage_key: key })
      .execute()
    return true
  })
}

/** A worker that died between its last two steps left the uploaded file; it isn't needed once the work is done, or has failed for good. */
async function forgetUpload(mediaId: string, kind: 'video' | 'voice'): Promise<void> {
  const done = await db
    .selectFrom('media')
    .select('original_key')
    .where('id', '=', mediaId)
    .where('kind', '=', kind)
    .where('state', '!=', 'processing')
    .where('work_until', 'is', null)
    .where('original_key', 'like', '%/upload')
    .executeTakeFirst()
  if (done) await mediaStore().remove(done.original_key)
}

type TakenClaim = Omit<MediaClaim, 'lost'>

const TAKEN = sql`tries = tries + 1, work_until = clock_timestamp() + interval '2 minutes', turn_at = clock_timestamp()`

async function takeClaim(mediaId: string, kind: 'video' | 'voice'): Promise<TakenClaim | null> {
  const { rows } = await sql<TakenClaim>`
    update media set ${TAKEN}
    where id = ${mediaId} and kind = ${kind} and state = 'processing' and (work_until is null or work_until < clock_timestamp())
    returning id as "mediaId", tries, original_key as "uploadKey"`.execute(db)
  return rows[0] ?? null
}

async function takeNextClaim(lane: VideoLane): Promise<TakenClaim | null> {
  const { rows } = await sql<TakenClaim>`
    update media set ${TAKEN} where id = (
      select m.id from media m join profiles p on p.id = m.owner_id
      where m.kind = 'video' and m.state = 'processing' and (m.work_until is null or m.work_until < clock_timestamp())
        and (p.user_type = 'creator') = ${lane === 'creators'}
      order by (select max(t.turn_at) from media t where t.owner_id = m.owner_id) nulls first, m.created_at, m.id
      limit 1 for no key update of m skip locked)
    returning id as "mediaId", tries, original_key as "uploadKey"`.execute(db)
  return rows[0] ?? null
}

async function renew({ mediaId, tries }: MediaClaim): Promise<boolean> {
  const renewed = await sql`update media set work_until = clock_timestamp() + interval '2 minutes'
    where id = ${mediaId} and state = 'processing' and tries = ${tries}`.execute(db)
  return renewed.numAffectedRows === 1n
}
