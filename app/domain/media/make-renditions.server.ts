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
import { type MediaPurpose, plannedRenditions, type RenditionSpec } from './media.ts'

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
    for (const specs of stepsOf(missing)) if (!(await cut(media, bytes, specs))) return
  }
  await db
    .updateTable('media')
    .set({ state: 'ready', work_until: null, original_missing_since: null })
    .where('id', '=', mediaId)
    .where('state', '=', 'processing')
    .execute()
}

/** The size that most pages show, alone and in the format that is made quickest: it stands for all others until they are made. */
const FIRST = { width: 640, format: 'webp' } as const

function stepsOf(missing: readonly RenditionSpec[]): RenditionSpec[][] {
  const isFirst = ({ width, format }: RenditionSpec): boolean => width === FIRST.width && format === FIRST.format
  const rest = missing.filter((spec) => !isFirst(spec))
  // A photo of which something is made already has a size to show.
  if (rest.length === missing.length || missing.length < MANY_SIZES) return [[...missing]]
  return [missing.filter(isFirst), rest]
}

/** Fewer are made in one go: a second decoding would cost more than it saves. */
const MANY_SIZES = 4

type Photo = { id: string; purpose: MediaPurpose; tries: number }

/** Makes and stores some sizes of a photo; false where it failed for good. Throws where the work was interrupted and will be tried again. */
async function cut(
  { id, purpose, tries }: Photo,
  bytes: Uint8Array | null,
  specs: readonly RenditionSpec[],
): Promise<boolean> {
  const answer = bytes && (await runImageWork({ kind: 'cut', bytes, cuts: specs.map((spec) => cutOf(purpose, spec)) }))
  if (answer?.kind === 'stopped' && tries < MAX_TRIES) {
    // The photo need not be at fault: its process may have been ended from outside.
    await db
      .updateTable('media')
      .set({ tries: tries + 1 })
      .where('id', '=', id)
      .execute()
    throw new ImageWorkStopped('the work on a photo was interrupted and will be tried again')
  }
  if (answer?.kind !== 'cuts') {
    log.error({ mediaId: id, found: bytes !== null }, 'the sizes of a photo could not be made')
    await db.updateTable('media').set({ state: 'failed' }).where('id', '=', id).execute()
    return false
  }
  await saveRenditions(id, answer.cuts)
  return true
}
