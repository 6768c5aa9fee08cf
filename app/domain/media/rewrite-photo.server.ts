import { ok, refuse, type Result } from '#app/platform/result.ts'
import { runImageWork } from './internal/image-process.server.ts'
import { MOST_PIXELS, validatePhoto, type PhotoRefusal } from './media.ts'

export type RewrittenPhoto = { jpeg: Uint8Array; width: number; height: number }

/**
 * A stranger's photo, decoded in a process of its own and written anew without place, camera or anything behind the picture, at most
 * `longestEdge` wide and high. Nothing is stored: for rooms that keep pictures in a way of their own. `alone`: in a process that decodes
 * nothing else, before or after.
 */
export async function rewritePhoto(
  bytes: Uint8Array,
  longestEdge: number,
  { alone = false } = {},
): Promise<Result<RewrittenPhoto, PhotoRefusal>> {
  const problem = validatePhoto(bytes, 'post')
  if (problem) return refuse(problem)
  const request = { kind: 'take_in', bytes, longestEdge, maxPixels: MOST_PIXELS, cuts: [] } as const
  const answer = await runImageWork({ ...request, cuts: [] }, { alone })
  if (answer.kind === 'too_many_pixels') return refuse({ kind: 'too_many_pixels' })
  if (answer.kind !== 'taken_in') return refuse({ kind: 'damaged' })
  const { original, width, height } = answer.picture
  return ok({ jpeg: original, width, height })
}
