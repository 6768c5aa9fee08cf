import { sql } from 'kysely'
import { fetchVariants, fingerprintFrame, readFrames, type VideoFrames } from '#app/domain/media/video-frames.server.ts'
import { db } from '#app/platform/db.server.ts'
import { placesOf, readVariants, refineShift } from './compare-videos.ts'
import { bitsOf } from './fingerprint-bits.ts'
import { FIRST_VIDEO_PART } from './fingerprint-videos.server.ts'
import { traceSegments } from './segments.ts'

/** Of a copy so many seconds are read. */
const MAX_SECONDS = 900
/** How the copy is looked at to find it: small pictures, ten a second. */
const LOOK = { width: 64, height: 64, rate: '10' } as const
const LOOKS_A_SECOND = 10
/** Three stretches of the copy are searched, longer than the time between two fingerprints of a video. */
const STRETCHES = 3
const STRETCH_LOOKS = 30
const MAX_BITS = 70
const CANDIDATES = 3
/** Below this likeness the copy shows another video. */
const MIN_LIKENESS = 0.9
/** A video in which nothing moves fits in several places: each is tried, and counts as a try. */
const PLACES = 4

export type VideoFinding = {
  /** Null where the copy shows none of our videos that have variants. */
  mediaId: string | null
  /** Segments of which the variant could be told. */
  readable: number
  named: { accountId: string; matched: number; of: number; chance: number } | null
}

/** Names the account whose variants the segments of a copy are. Null where the file is no video that can be read. */
export async function traceVideo(path: string, folder: string, ownerId?: string): Promise<VideoFinding | null> {
  const looks = await readFrames(path, folder, { ...LOOK, name: 'copy-looks', maxSeconds: MAX_SECONDS })
  if (!looks) return null
  let best: VideoFinding = { mediaId: null, readable: 0, named: null }
  for (const mediaId of await candidatesOf(looks, ownerId)) {
    const found = await compare(mediaId, { path, folder, looks })
    if (!found) continue
    if (best.mediaId === null || found.readable > best.readable || found.named) best = found
    if (best.named) break
  }
  looks.close()
  return best
}

/** The videos that look most like the copy at any time. */
async function candidatesOf(looks: VideoFrames, ownerId?: string): Promise<string[]> {
  const hits = new Map<string, number>()
  for (const nth of searched(looks.count)) {
    const fingerprint = fingerprintFrame(looks.read(nth), LOOK)
    const { rows } = await sql<{ media_id: string; bits: number }>`
      select media_id, min(bits)::int as bits from (
        select f.media_id, bit_count(f.fingerprint # ${bitsOf(fingerprint)}::bit(256)) as bits from media_fingerprints f
        where f.part >= ${FIRST_VIDEO_PART}
          and ${ownerId ? sql`f.media_id in (select m.id from media m where m.owner_id = ${ownerId})` : sql`true`}
      ) as compared
      where bits <= ${MAX_BITS} group by media_id order by bits limit 5`.execute(db)
    // The likest counts the most.
    for (const { media_id: id, bits } of rows) hits.set(id, Math.max(hits.get(id) ?? 0, MAX_BITS + 1 - bits))
  }
  return [...hits]
    .toSorted(([, one], [, other]) => other - one)
    .map(([id]) => id)
    .slice(0, CANDIDATES)
}

function searched(count: number): number[] {
  const starts = Array.from({ length: STRETCHES }, (_, nth) => Math.floor((nth * count) / STRETCHES))
  const step = 2
  return [
    ...new Set(starts.flatMap((start) => Array.from({ length: STRETCH_LOOKS }, (_, nth) => start + nth * step))),
  ].filter((nth) => nth < count)
}

type Copy = { path: string; folder: string; looks: VideoFrames }

async function compare(mediaId: string, { path, folder, looks }: Copy): Promise<VideoFinding | null> {
  const variants = await fetchVariants(mediaId, folder)
  if (!variants) return null
  const { stream, paths, rate, grid } = variants
  const whole = stream.segmentMs.reduce((sum, ms) => sum + ms, 0) / 1_000 + 1
  const original = await readFrames(paths.a, folder, { ...LOOK, name: 'own-looks', maxSeconds: whole })
  if (!original) return null
  const places = await placesOf(looks, original, PLACES)
  original.close()
  if (!places[0] || places[0].likeness < MIN_LIKENESS) return null
  const frames: VideoFrames[] = []
  for (const [name, source] of [
    ['copy', path],
    ['a', paths.a],
    ['b', paths.b],
  ] as const) {
    const read = await readFrames(source, folder, {
      ...grid,
      name,
      rate,
      maxSeconds: name === 'copy' ? MAX_SECONDS : whole,
    })
    if (!read) return null
    frames.push(read)
  }
  const [copy, a, b] = frames as [VideoFrames, VideoFrames, VideoFrames]
  const [over, under] = rate.split('/').map(Number) as [number, number]
  const perSecond = over / under
  let ended = 0
  const ends = stream.segmentMs.map((ms) => ((ended += ms) / 1_000) * perSecond)
  const accounts = await listAccounts()
  let best: VideoFinding = { mediaId, readable: 0, named: null }
  const likely = places.filter(({ likeness }) => likeness >= MIN_LIKENESS)
  for (const { shift } of likely) {
    const about = Math.round((shift / LOOKS_A_SECOND) * perSecond)
    const exact = refineShift(copy, a, about, Math.ceil(perSecond / 5))
    const reads = await readVariants(copy, { a, b, ends }, exact)
    const readable = reads.filter(({ variant }) => variant !== null).length
    const traced = traceSegments(reads, accounts, likely.length)
    const named = traced && {
      accountId: traced.account.accountId,
      matched: traced.matched,
      of: traced.of,
      chance: traced.chance,
    }
    if (named || readable > best.readable) best = { mediaId, readable, named }
    if (named) break
  }
  for (const one of frames) one.close()
  return best
}

async function listAccounts(): Promise<{ accountId: string; code: number }[]> {
  const rows = await db.selectFrom('watermark_codes').select(['account_id', 'code']).execute()
  return rows.map((row) => ({ accountId: row.account_id, code: Number(row.code) }))
}
