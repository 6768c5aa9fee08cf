import { ok, refuse, type Result } from '#app/platform/result.ts'
import { runImageWork } from './internal/image-process.server.ts'
import { MOST_PIXELS, photoFlaw, type PhotoRefusal } from './media.ts'

export type CleanPhoto = { jpeg: Uint8Array; width: number; height: number }

/**
 * Reads a photo by the rules of `storePhoto` and writes it anew as a JPEG of at most `longestEdge` pixels, which leaves place and camera
 * behind. Nothing is stored: for what is sealed elsewhere, and for whoever has no account yet to own a picture.
 */
export async function cleanPhoto(bytes: Uint8Array, longestEdge: number): Promise<Result<CleanPhoto, PhotoRefusal>> {
  const flaw = photoFlaw(bytes, 'post')
  if (flaw) return refuse(flaw)
  const answer = await runImageWork({ kind: 'take_in', bytes, longestEdge, mostPixels: MOST_PIXELS, cuts: [] })
  if (answer.kind === 'too_many_pixels') return refuse({ kind: 'too_many_pixels' })
  if (answer.kind !== 'taken_in') return refuse({ kind: 'damaged' })
  const { original: jpeg, width, height } = answer.picture
  return ok({ jpeg, width, height })
}
