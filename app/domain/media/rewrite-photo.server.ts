import { settings } from '#app/domain/settings/settings.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { ImageRequest } from './internal/image-work.ts'
import { runImageWork } from './internal/image-process.server.ts'
import { fileLimitsOf } from './limits.ts'
import { isPdf, validatePhoto, type PhotoRefusal } from './media.ts'

export type RewrittenPhoto = { jpeg: Uint8Array; width: number; height: number }

/**
 * Decodes a person's photo in a separate process and encodes it anew without place, camera or anything behind the picture, at most
 * `longestEdge` wide and high. Nothing is stored: for modules that store pictures in their own way. `alone`: in a process that decodes
 * nothing else, before or after. `orPdf`: the first page of a PDF is a picture, too.
 */
export async function rewritePhoto(
  bytes: Uint8Array,
  longestEdge: number,
  { alone = false, orPdf = false } = {},
): Promise<Result<RewrittenPhoto, PhotoRefusal>> {
  const limits = fileLimitsOf(await settings())
  const pdf = orPdf && isPdf(bytes)
  const problem = validatePhoto(bytes, 'post', limits)
  if (problem && !(pdf && problem.kind === 'not_a_picture')) return refuse(problem)
  const request: ImageRequest = pdf
    ? { kind: 'take_in_pdf', bytes, longestEdge }
    : { kind: 'take_in', bytes, longestEdge, maxPixels: limits.photoPixels, cuts: [] }
  const answer = await runImageWork(request, { alone })
  if (pdf && answer.kind !== 'taken_in') return refuse({ kind: 'pdf_unreadable' })
  if (answer.kind === 'too_many_pixels') return refuse({ kind: 'too_many_pixels', maxPixels: limits.photoPixels })
  if (answer.kind !== 'taken_in') return refuse({ kind: 'damaged' })
  const { original, width, height } = answer.picture
  return ok({ jpeg: original, width, height })
}
