import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { bitsOf } from './fingerprint-bits.ts'
import { FIRST_VIDEO_PART } from './fingerprint-videos.server.ts'

/** Of two other pictures about 128 bits differ; of a photo and a copy with a tenth cut off rarely more than 90. */
const MAX_BITS = 112

export type Similar = { mediaId: string; differingBits: number }

/**
 * The stored photos that look most like a fingerprint, whole or cut. Every fingerprint is compared: PostgreSQL counts the bits of a million
 * in well under a second, and an index by parts of the bits would miss cut copies, which differ in every part. `wholeOnly` finds what was
 * not cut, in a tenth of that time.
 */
export async function findSimilar(
  fingerprint: Uint8Array,
  options: { limit: number; ownerId?: string; wholeOnly?: boolean; maxBits?: number },
): Promise<Similar[]> {
  const { limit, ownerId, wholeOnly = false, maxBits = MAX_BITS } = options
  const { rows } = await sql<{ media_id: string; bits: number }>`
    select media_id, min(bits)::int as bits from (
      select f.media_id, bit_count(f.fingerprint # ${bitsOf(fingerprint)}::bit(256)) as bits from media_fingerprints f
      where ${wholeOnly ? sql`f.part = 0` : sql`f.part < ${FIRST_VIDEO_PART}`}
        and ${ownerId ? sql`f.media_id in (select m.id from media m where m.owner_id = ${ownerId})` : sql`true`}
    ) as compared
    where bits <= ${maxBits} group by media_id order by bits, media_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ mediaId: row.media_id, differingBits: row.bits }))
}
