import { settings } from '#app/domain/settings/settings.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { runImageWork } from './internal/image-process.server.ts'
import { fileLimitsOf } from './limits.ts'
import { validatePhoto, type PhotoRefusal } from './media.ts'

export type RewrittenPhoto = { jpeg: Uint8Array; width: number; height: number }

/**
 * Decodes a person's photo in a separate process and encodes it anew without place, camera or anything behind the picture, at most
 * `longestEdge` wide and high. Nothing is stored: for modules that store pictures in their own way. `alone`: in a process that decodes
 * nothing else, before or after.
 */
export async function rewritePhoto(
  bytes: Uint8Array,
  longestEdge: number,
  { alone = false } = {},
): Promise<Result<RewrittenPhoto, PhotoRefusal>> {
  const limits = fileLimitsOf(await settings())
  const problem = validatePhoto(bytes, 'post', limits)
  if (problem) return refuse(problem)
  const request = { kind: 'take_in', bytes, longestEdge, maxPixels: limits.photoPixels, cuts: [] } as const
  const answer = await runImageWork({ ...request, cuts: [] }, { alone })
  if (answer.kind === 'too_many_pixels') return refuse({ kind: 'too_many_pixels', maxPixels: limits.photoPixels })
  if (answer.kind !== 'taken_in') return refuse({ kind: 'damaged' })
  const { original, width, height } = answer.picture
  return ok({ jpeg: original, width, height })
}
