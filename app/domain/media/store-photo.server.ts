import { createHash } from 'node:crypto'
import { settings } from '#app/domain/settings/settings.server.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { runImageWork } from './internal/image-process.server.ts'
import type { CutPicture, ProcessedPicture } from './internal/image-work.ts'
import { saveRenditions } from './internal/save-renditions.server.ts'
import { cutOf } from './internal/cut-of.ts'
import { fileLimitsOf } from './limits.ts'
import {
  CONTENT_TYPES,
  type MediaPurpose,
  validatePhoto,
  type PhotoRefusal,
  RENDITION_PLANS,
  type RenditionSpec,
  storageKey,
} from './media.ts'

export type Photo = { ownerId: string; purpose: MediaPurpose; bytes: Uint8Array }
/** The page that follows an upload shows this size; until the job has run there would only be the blurred preview. */
const AT_ONCE: Partial<Record<MediaPurpose, readonly RenditionSpec[]>> = {
  avatar: [{ width: 160, format: 'webp' }],
  cover: [{ width: 480, format: 'webp' }],
  card: [{ width: 160, format: 'webp' }],
}

type StoringPhoto = { atOnce?: readonly RenditionSpec[]; queue?: boolean }
type Claim = (tx: Tx, mediaId: string) => Promise<boolean>

export type StoredPhoto = { mediaId: string; width: number; height: number }

/**
 * Stores a photo: its type is read from its bytes, it is decoded in a separate process and encoded anew, which drops place and camera.
 * The private original, the blurred preview and a job for the other sizes are created together. `atOnce` names sizes that are needed
 * before the job runs (of an avatar: the one that its owner sees next); a caller that stores many photos leaves the jobs out (`queue:
 * false`) and calls `startRenditions` once. `claim` runs first in the same transaction; where it returns false, nothing is stored
 * (`accepted`), so that a server that dies leaves no second photo. Refuses a file that is not a valid picture within the limits; throws when the store or the
 * database is unavailable.
 */
export function storePhoto(photo: Photo, options?: StoringPhoto): Promise<Result<StoredPhoto, PhotoRefusal>>
export function storePhoto(
  photo: Photo,
  options: StoringPhoto & { claim: Claim },
): Promise<Result<StoredPhoto, PhotoRefusal | { kind: 'accepted' }>>
export async function storePhoto(
  photo: Photo,
  options: StoringPhoto & { claim?: Claim } = {},
): Promise<Result<StoredPhoto, PhotoRefusal | { kind: 'accepted' }>> {
  const limits = fileLimitsOf(await settings())
  const problem = validatePhoto(photo.bytes, photo.purpose, limits)
  if (problem) return refuse(problem)
  const answer = await runImageWork({
    kind: 'take_in',
    bytes: photo.bytes,
    longestEdge: RENDITION_PLANS[photo.purpose].longestEdge,
    maxPixels: limits.photoPixels,
    cuts: (options.atOnce ?? AT_ONCE[photo.purpose] ?? []).map((spec) => cutOf(photo.purpose, spec)),
  })
  if (answer.kind === 'too_many_pixels') return refuse({ kind: 'too_many_pixels', maxPixels: limits.photoPixels })
  if (answer.kind !== 'taken_in') return refuse({ kind: 'damaged' })

  const mediaId = newId()
  const key = storageKey(mediaId, 'original.jpeg')
  await mediaStore().put(key, answer.picture.original, CONTENT_TYPES.jpeg)
  let kept = false
  try {
    kept = await inTransaction(async (tx) => {
      if (options.claim && !(await options.claim(tx, mediaId))) return false
      await saveNew(tx, mediaId, photo, answer.picture)
      if (options.queue !== false) await enqueue(tx, 'make_renditions', { mediaId })
      return true
    })
  } finally {
    if (!kept) await mediaStore().remove(key)
  }
  if (!kept) return refuse({ kind: 'accepted' })
  await saveAtOnce(mediaId, answer.picture.cuts)
  return ok({ mediaId, width: answer.picture.width, height: answer.picture.height })
}

async function saveNew(tx: Tx, mediaId: string, photo: Photo, picture: ProcessedPicture): Promise<void> {
  await tx
    .insertInto('media')
    .values({
      id: mediaId,
      owner_id: photo.ownerId,
      kind: 'photo',
      purpose: photo.purpose,
      original_key: storageKey(mediaId, 'original.jpeg'),
      content_type: CONTENT_TYPES.jpeg,
      byte_size: BigInt(picture.original.length),
      content_sha256: createHash('sha256').update(picture.original).digest(),
      width: picture.width,
      height: picture.height,
      preview: Buffer.from(picture.preview),
    })
    .execute()
}

async function saveAtOnce(mediaId: string, cuts: readonly CutPicture[]): Promise<void> {
  if (cuts.length > 0) await saveRenditions(mediaId, cuts)
}
