import { sql } from 'kysely'
import { readWhole } from '#app/gateways/media-store/media-store.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { cutOf } from './internal/cut-of.ts'
import { runImageWork } from './internal/image-process.server.ts'
import { saveRenditions } from './internal/save-renditions.server.ts'
import { foundOriginal, waitForOriginal } from './internal/wait-for-original.server.ts'
import { plannedRenditions } from './media.ts'

const PERIOD_MS = 5_000
const MAX_TRIES = 3

class ImageWorkStopped extends Error {}

/**
 * Makes the missing sizes of a photo; a second run finds nothing to do. Photos that wait behind it are done in the same run, and what is
 * left then gets a job of its own: so one job is enough for any number of photos, and none blocks the queue for long.
 */
export async function makeRenditions(mediaId: string): Promise<void> {
  const started = performance.now()
  await makeFor(mediaId)
  for (let next = await findWaiting(); next !== null; next = await findWaiting()) {
    if (performance.now() - started > PERIOD_MS) {
      const rest = next
      await inTransaction((tx) => enqueue(tx, 'make_renditions', { mediaId: rest }))
      return
    }
    await makeFor(next)
  }
}

/** Enqueues the work for photos that were stored without a job of their own, in the caller's transaction. */
export async function startRenditions(tx: Tx): Promise<void> {
  const next = await findWaiting()
  if (next !== null) await enqueue(tx, 'make_renditions', { mediaId: next })
}

const AT_ONCE = 20

/** Scheduled task: enqueues photos whose job was lost. It only enqueues, so that it delays no other task. Returns how many waited. */
export async function resumeRenditions(): Promise<number> {
  const waiting = await db
    .selectFrom('media')
    .select('id')
    .where('state', '=', 'processing')
    .where('kind', '=', 'photo')
    .where((eb) =>
      eb.or([
        eb('original_missing_since', 'is not', null),
        eb('created_at', '<', sql<Date>`app_now() - interval '10 minutes'`),
      ]),
    )
    .where(mayBeTried)
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute()
  if (waiting.length === 0) return 0
  await inTransaction(async (tx) => {
    for (const { id } of waiting) await enqueue(tx, 'make_renditions', { mediaId: id })
  })
  return waiting.length
}

/** Not where the original was missing a moment ago. */
const mayBeTried = sql<boolean>`(work_until is null or work_until < clock_timestamp())`

async function findWaiting(): Promise<string | null> {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('state', '=', 'processing')
    .where('kind', '=', 'photo')
    .where(mayBeTried)
    // Public pictures come first: everybody sees them.
    .orderBy(sql`purpose = 'post'`)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

async function makeFor(mediaId: string): Promise<void> {
  const media = await db
    .selectFrom('media')
    .select(['id', 'purpose', 'state', 'width', 'original_key', 'tries'])
    .where('id', '=', mediaId)
    .executeTakeFirst()
  if (!media || media.state !== 'processing') return
  const made = await db
    .selectFrom('media_renditions')
    .select(['width', 'format'])
    .where('media_id', '=', mediaId)
    .execute()
  const missing = plannedRenditions(media.purpose, media.width ?? 0).filter(
    (spec) => !made.some((rendition) => rendition.width === spec.width && rendition.format === spec.format),
  )
  if (missing.length > 0) {
    const bytes = await readWhole(mediaStore(), media.original_key)
    if (bytes === null && (await waitForOriginal(mediaId))) return
    if (bytes !== null) await foundOriginal(mediaId)
    const answer =
      bytes && (await runImageWork({ kind: 'cut', bytes, cuts: missing.map((spec) => cutOf(media.purpose, spec)) }))
    if (answer?.kind === 'stopped' && media.tries < MAX_TRIES) {
      // The photo need not be at fault: its process may have been ended from outside.
      await db
        .updateTable('media')
        .set({ tries: media.tries + 1 })
        .where('id', '=', mediaId)
        .execute()
      throw new ImageWorkStopped('the work on a photo was interrupted and will be tried again')
    }
    if (answer?.kind !== 'cuts') {
      log.error({ mediaId, found: bytes !== null }, 'the sizes of a photo could not be made')
      await db.updateTable('media').set({ state: 'failed' }).where('id', '=', mediaId).execute()
      return
    }
    await saveRenditions(mediaId, answer.cuts)
  }
  await db
    .updateTable('media')
    .set({ state: 'ready', work_until: null, original_missing_since: null })
    .where('id', '=', mediaId)
    .where('state', '=', 'processing')
    .execute()
}
