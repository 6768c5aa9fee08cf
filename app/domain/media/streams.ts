/**
 * An adaptive video: each rung is two stored files, its variants, fragmented MP4 that begin a segment every two seconds. The playlists are
 * made for each viewer from the index of the file, so that a segment is a part of an object and never an object of its own.
 */
const SEGMENT_SECONDS = 2
/** Each segment says one bit of who got it, and a short clip has few seconds to say it in. */
const SHORT_SEGMENT_SECONDS = 1

export const RUNG_NAMES = ['low', 'high'] as const
export type Rung = (typeof RUNG_NAMES)[number]
export const VARIANTS = ['a', 'b'] as const
export type Variant = (typeof VARIANTS)[number]

type RungPlan = { long: number; short: number; crf: number; videoKbps: number; audioKbps: number }
export const RUNGS: Readonly<Record<Rung, RungPlan>> = {
  low: { long: 640, short: 360, crf: 27, videoKbps: 436, audioKbps: 64 },
  high: { long: 1_280, short: 720, crf: 25, videoKbps: 1_500, audioKbps: 96 },
}

/** Shorter clips are played from one progressive file: a playlist and its segments would only be more requests. */
export const PROGRESSIVE_BELOW_MS = 60_000

/** A video whose picture is not larger than the low rung has only one. */
export function rungsFor(width: number, height: number): Rung[] {
  return Math.min(width, height) > RUNGS.low.short ? ['low', 'high'] : ['high']
}

export function isStreamed(durationMs: number): boolean {
  return durationMs >= PROGRESSIVE_BELOW_MS
}

/** Units of time in a second of the video track. An index of segments must count in the same, or players show a wrong length. */
export const STREAM_TIMESCALE = 90_000

export function segmentSecondsFor(seconds: number): number {
  return isStreamed(seconds * 1_000) ? SEGMENT_SECONDS : SHORT_SEGMENT_SECONDS
}

/** What is where in the file of a rung. */
export type StreamIndex = { initBytes: number; segmentBytes: number[]; segmentMs: number[] }
export type Stream = StreamIndex & {
  rung: Rung
  variant: Variant
  width: number
  height: number
  codecs: string
  byteSize: number
  key: string
}

/** A part of a rung as a URL names it: its beginning (`init`) or a segment by number, from 0. */
export type StreamPart = { rung: Rung; part: 'init' | number }

/** Where a part is in the file; null for a segment that doesn't exist. `to` is included. */
export function partRange(index: StreamIndex, part: StreamPart['part']): { from: number; to: number } | null {
  if (part === 'init') return { from: 0, to: index.initBytes - 1 }
  const bytes = index.segmentBytes[part]
  if (bytes === undefined) return null
  let from = index.initBytes
  for (let before = 0; before < part; before += 1) from += index.segmentBytes[before]!
  return { from, to: from + bytes - 1 }
}

/**
 * The beginning of a rung that everybody sees: the whole segments that hold so many seconds, and never more than half of the video. Null
 * where not even its first segment fits.
 */
export function beginningOf<Index extends StreamIndex>(stream: Index, seconds: number): Index | null {
  const whole = stream.segmentMs.reduce((sum, ms) => sum + ms, 0)
  const most = Math.min((seconds + SEGMENT_SECONDS) * 1_000, whole / 2)
  let [count, length] = [0, 0]
  while (length < seconds * 1_000 && length + stream.segmentMs[count]! <= most) {
    length += stream.segmentMs[count]!
    count += 1
  }
  if (count === 0) return null
  return { ...stream, segmentBytes: stream.segmentBytes.slice(0, count), segmentMs: stream.segmentMs.slice(0, count) }
}

/** Which variant of a segment a viewer gets: the code of their account decides (watermarks/segments.ts). */
export type ChooseVariant = (segment: number) => Variant
export const FIRST_VARIANT: ChooseVariant = () => 'a'

const SECONDS = (milliseconds: number): string => (milliseconds / 1_000).toFixed(3)

/** The playlist that names the rungs, the smallest first: a player begins with it and climbs as the connection allows. */
export function masterPlaylist(streams: readonly Stream[], hrefOf: (file: string) => string): string {
  const rungs = streams.filter(({ variant }) => variant === 'a').toSorted((one, other) => one.width - other.width)
  const lines = rungs.flatMap((stream) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${peakBandwidth(stream)},RESOLUTION=${stream.width}x${stream.height},CODECS="${stream.codecs}"`,
    hrefOf(`${stream.rung}.m3u8`),
  ])
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n')
}

/** The playlist of one rung: every segment has its own URL, which names the segment and never the variant. */
export function rungPlaylist(stream: Stream, hrefOf: (file: string) => string): string {
  const longest = Math.max(...stream.segmentMs)
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.round(longest / 1_000))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${hrefOf(`${stream.rung}-init.mp4`)}"`,
    ...stream.segmentMs.flatMap((ms, index) => [`#EXTINF:${SECONDS(ms)},`, hrefOf(`${stream.rung}-${index}.m4s`)]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
}

/** Of the segment that needs most, in bits a second. */
export function peakBandwidth({ segmentBytes, segmentMs }: StreamIndex): number {
  return Math.max(...segmentBytes.map((bytes, index) => Math.ceil((bytes * 8_000) / Math.max(1, segmentMs[index]!))))
}

/** The thumbnails for seeking: a grid in one picture, one for each `everyMs`. */
export type SpritePlan = {
  columns: number
  rows: number
  count: number
  everyMs: number
  width: number
  height: number
}
const THUMBNAILS = { most: 60, columns: 10, width: 160, everyMs: 2_000 } as const

export function spritePlan(video: { width: number; height: number; durationMs: number }): SpritePlan {
  const everyMs = Math.max(THUMBNAILS.everyMs, Math.ceil(video.durationMs / THUMBNAILS.most / 1_000) * 1_000)
  const count = Math.max(1, Math.ceil(video.durationMs / everyMs))
  const width = video.width >= video.height ? THUMBNAILS.width : 90
  const height = Math.max(2, Math.round((width * video.height) / video.width / 2) * 2)
  const columns = Math.min(THUMBNAILS.columns, count)
  return { columns, rows: Math.ceil(count / columns), count, everyMs, width, height }
}

/** WebVTT: which part of the sprite belongs to which time. */
export function thumbnailTrack(plan: SpritePlan, durationMs: number, spriteHref: string): string {
  const cues = Array.from({ length: plan.count }, (_, index) => {
    const [from, to] = [index * plan.everyMs, Math.min(durationMs, (index + 1) * plan.everyMs)]
    const [x, y] = [(index % plan.columns) * plan.width, Math.floor(index / plan.columns) * plan.height]
    return `${clock(from)} --> ${clock(to)}\n${spriteHref}#xywh=${x},${y},${plan.width},${plan.height}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

function clock(milliseconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = milliseconds / 1_000
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${String(milliseconds % 1_000).padStart(3, '0')}`
}
