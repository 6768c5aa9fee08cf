import type { Colour } from './colour.ts'
import { boxedFileOf, wrongFileText } from './known-files.ts'

/** What a video may be, beside its limits in the settings. Nothing of it is decoded outside of the sandbox. */
export const VIDEO_LIMITS = {
  shortestSeconds: 0.2,
  /** Of one decoded picture: 4K, with a margin. */
  maxPixels: 9_500_000,
  /** A second of the longest video, in pixels: Full HD with 60 pictures. Larger and quicker ones may be shorter. */
  pixelsASecond: 1_920 * 1_080 * 60,
  /** A picture costs this much however small it is. */
  leastPixels: 640 * 360,
  tries: 5,
  /** How long the file of a video that could not be prepared waits for its owner to try again. */
  daysToRetry: 7,
} as const

export type VideoType = 'mov' | 'matroska'

/**
 * The format of a video by its first bytes, named as the only demuxer that may read it. Null for everything else: playlists, scripts,
 * AVI.
 */
export function videoTypeOf(bytes: Uint8Array): VideoType | null {
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return 'matroska'
  return boxedFileOf(bytes) === 'video' ? 'mov' : null
}

export type VideoFailure = 'damaged' | 'too_long' | 'too_large' | 'no_picture' | 'gave_up'

export type VideoRefusal =
  | { kind: 'not_a_video' }
  | { kind: 'video_is_off' }
  | { kind: 'too_long'; maxSeconds: number }
  | { kind: 'too_demanding'; maxSeconds: number }
  | { kind: Exclude<VideoFailure, 'gave_up' | 'too_long'> }

/** The message for a person whose video was refused. */
export function videoRefusalText(refusal: VideoRefusal): string {
  if (refusal.kind === 'not_a_video') return wrongFileText('video', null)
  if (refusal.kind === 'video_is_off') return 'Videos can\u2019t be uploaded right now. Choose a photo instead.'
  if (refusal.kind === 'too_long')
    return `This video is too long. Choose one of at most ${refusal.maxSeconds / 60} minutes.`
  if (refusal.kind === 'too_demanding')
    return `With pictures this large and this many a second, a video may be at most ${lengthText(refusal.maxSeconds)} long. Shorten it, or record it in Full HD (1080p) with 30 pictures a second.`
  return videoFailureText(refusal.kind)
}

function lengthText(seconds: number): string {
  const whole = Math.floor(seconds)
  if (whole >= 120) return `${Math.floor(whole / 60)} minutes`
  return `${whole} second${whole === 1 ? '' : 's'}`
}

/** The message for the owner of a video that could not be transcoded. */
export function videoFailureText(failure: VideoFailure): string {
  switch (failure) {
    case 'damaged':
      return 'This video is damaged. Choose another one, or save it again.'
    case 'too_long':
      return 'This video is too long. Choose a shorter one.'
    case 'too_large':
      return 'The picture of this video is too large. Choose one of at most 4K.'
    case 'no_picture':
      return 'There is no picture in this video. Choose another one.'
    case 'gave_up':
      return 'This video could not be prepared. Try again, or choose another one.'
    default:
      return failure satisfies never
  }
}

export type VideoFacts = {
  width: number
  height: number
  /** 0 where the file doesn't say. */
  seconds: number
  /** Pictures a second. */
  rate: number
  colour: Colour
}

type Probe = {
  streams?: {
    codec_type?: unknown
    width?: unknown
    height?: unknown
    avg_frame_rate?: unknown
    color_range?: unknown
    color_space?: unknown
    color_transfer?: unknown
    color_primaries?: unknown
  }[]
  format?: { duration?: unknown }
}

/** What is asked of the prober: what `readProbe` parses. */
export const PROBED =
  'stream=codec_type,width,height,avg_frame_rate,color_range,color_space,color_transfer,color_primaries:format=duration'

export type ProbeFailure = { failure: VideoFailure } | { failure: 'too_demanding'; maxSeconds: number }

/** Parses the prober's output about a file. */
export function readProbe(
  text: string,
  longestSeconds: number,
): { ok: true; facts: VideoFacts } | ({ ok: false } & ProbeFailure) {
  let probe: Probe
  try {
    probe = JSON.parse(text) as Probe
  } catch {
    return { ok: false, failure: 'damaged' }
  }
  const picture = probe.streams?.find((stream) => stream.codec_type === 'video')
  if (!picture) return { ok: false, failure: 'no_picture' }
  const facts = {
    width: Number(picture.width),
    height: Number(picture.height),
    seconds: Number(probe.format?.duration ?? 0) || 0,
    rate: rateOf(picture.avg_frame_rate),
    colour: {
      primaries: wordOf(picture.color_primaries),
      transfer: wordOf(picture.color_transfer),
      matrix: wordOf(picture.color_space),
      fullRange: picture.color_range === 'pc',
    },
  }
  const problem = factsProblem(facts, longestSeconds)
  return problem ? { ok: false, ...problem } : { ok: true, facts }
}

/** A file that names no rate has that of a film. */
function rateOf(fraction: unknown): number {
  const [over, under = 1] = typeof fraction === 'string' ? fraction.split('/').map(Number) : []
  return over! > 0 && under > 0 ? over! / under : 25
}

function wordOf(value: unknown): string | null {
  return typeof value === 'string' && value !== 'unknown' && value !== 'reserved' ? value : null
}

function factsProblem({ width, height, seconds, rate }: VideoFacts, longestSeconds: number): ProbeFailure | null {
  if (!(width >= 16 && height >= 16)) return { failure: 'no_picture' }
  if (width * height > VIDEO_LIMITS.maxPixels) return { failure: 'too_large' }
  if (seconds > longestSeconds + 1) return { failure: 'too_long' }
  // A small file may hold hours of work: what counts is how many pixels are decoded.
  const pixels = Math.max(VIDEO_LIMITS.leastPixels, width * height)
  const maxSeconds = (VIDEO_LIMITS.pixelsASecond * longestSeconds) / (pixels * rate)
  return seconds > maxSeconds + 1 ? { failure: 'too_demanding', maxSeconds } : null
}
