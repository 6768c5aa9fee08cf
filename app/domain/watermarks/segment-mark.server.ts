import { markPattern } from '#app/domain/media/mark-pattern.server.ts'
import { readMarkOf } from '#app/domain/media/picture-marks.server.ts'
import { db } from '#app/platform/db.server.ts'
import { WORD_BITS } from './code.ts'
import { seedOfMedium } from './pattern-seed.server.ts'
import { traceSegments, type SegmentRead, type Variant } from './segments.ts'

/** All bits of the mark say the same, so that a single frame tells the variants apart. */
const CODES: Readonly<Record<Variant, Uint8Array>> = {
  a: new Uint8Array(WORD_BITS).fill(1),
  b: new Uint8Array(WORD_BITS).fill(0),
}
/** In standard deviations; without a mark a frame is beyond this once in 15,000. */
const MIN_DEVIATION = 4

/** The picture to lay over each frame of a variant of a video's segments. */
export async function variantPattern(
  mediaId: string,
  variant: Variant,
  shape: { width: number; height: number },
): Promise<Buffer> {
  return markPattern(await seedOfMedium(mediaId), CODES[variant], shape)
}

/** Which variant a frame of a copy is of, compared with the same frame of the original; null where it does not tell. */
export async function readVariant(mediaId: string, frame: Uint8Array, original: Uint8Array): Promise<Variant | null> {
  const reading = await readMarkOf(frame, original, await seedOfMedium(mediaId))
  if (!reading) return null
  const { leanings } = reading
  const deviation = leanings.reduce((sum, leaning) => sum + leaning, 0) / Math.sqrt(leanings.length)
  if (Math.abs(deviation) < MIN_DEVIATION) return null
  return deviation > 0 ? 'a' : 'b'
}

/** The account whose variants the segments of a copy are, among all that have ever opened a photo or a video. */
export async function traceSegmentReads(
  segments: readonly SegmentRead[],
): Promise<{ accountId: string; chance: number } | null> {
  const rows = await db.selectFrom('watermark_codes').select(['account_id', 'code']).execute()
  const accounts = rows.map((row) => ({ accountId: row.account_id, code: Number(row.code) }))
  const traced = traceSegments(segments, accounts)
  return traced && { accountId: traced.account.accountId, chance: traced.chance }
}
