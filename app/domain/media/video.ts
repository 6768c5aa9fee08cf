/** What a video may be, beside its limits in the settings. Nothing of it is decoded outside of the sandbox. */
export const VIDEO_LIMITS = {
  shortestSeconds: 0.2,
  /** Of one decoded picture: 4K, with a margin. */
  maxPixels: 9_500_000,
  tries: 5,
  /** How long the file of a video that could not be prepared waits for its owner to try again. */
  daysToRetry: 7,
} as const

export type VideoType = 'mov' | 'matroska'

const MOV_BRANDS = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|M4VP|qt {2}|mmp4|3g[2p][a-z0-9]|MSNV|dash|f4v )$/

/**
 * The format of a video by its first bytes, named as the only demuxer that may read it. Null for everything else: playlists, scripts,
 * AVI.
 */
export function videoTypeOf(bytes: Uint8Array): VideoType | null {
  const ascii = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return 'matroska'
  return ascii(4, 8) === 'ftyp' && MOV_BRANDS.test(ascii(8, 12)) ? 'mov' : null
}

export type VideoFailure = 'damaged' | 'too_long' | 'too_large' | 'no_picture' | 'gave_up'

export type VideoRefusal =
  | { kind: 'not_a_video' }
  | { kind: 'video_is_off' }
  | { kind: 'too_long'; maxSeconds: number }
  | { kind: Exclude<VideoFailure, 'gave_up' | 'too_long'> }

/** The message for a person whose video was refused. */
export function videoRefusalText(refusal: VideoRefusal): string {
  if (refusal.kind === 'not_a_video') return 'This is not a video we can use. Choose an MP4, MOV or WebM video.'
  if (refusal.kind === 'video_is_off') return 'Videos can\u2019t be uploaded right now. Choose a photo instead.'
  if (refusal.kind === 'too_long')
    return `This video is too long. Choose one of at most ${refusal.maxSeconds / 60} minutes.`
  return videoFailureText(refusal.kind)
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

export type VideoFacts = { width: number; height: number; seconds: number }

type Probe = {
  streams?: { codec_type?: unknown; width?: unknown; height?: unknown }[]
  format?: { duration?: unknown }
}

/** Parses the prober's output about a file. `seconds` is 0 where the file doesn't give it. */
export function readProbe(
  text: string,
  longestSeconds: number,
): { ok: true; facts: VideoFacts } | { ok: false; failure: VideoFailure } {
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
  }
  const failure = factsProblem(facts, longestSeconds)
  return failure ? { ok: false, failure } : { ok: true, facts }
}

function factsProblem({ width, height, seconds }: VideoFacts, longestSeconds: number): VideoFailure | null {
  if (!(width >= 16 && height >= 16)) return 'no_picture'
  if (width * height > VIDEO_LIMITS.maxPixels) return 'too_large'
  return seconds > longestSeconds + 1 ? 'too_long' : null
}
