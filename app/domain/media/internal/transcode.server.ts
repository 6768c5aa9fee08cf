import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { log } from '#app/platform/log.server.ts'
import { toScreenColours } from '../colour.ts'
import {
  type Rung,
  RUNGS,
  rungsFor,
  segmentSecondsFor,
  STREAM_TIMESCALE,
  type SpritePlan,
  type Stream,
  type Variant,
  VARIANTS,
} from '../streams.ts'
import {
  PROBED,
  type ProbeFailure,
  readProbe,
  type VideoFacts,
  type VideoFailure,
  type VideoType,
  videoTypeOf,
} from '../video.ts'
import { BARE, headOf, outputOf, QUIET, reading } from './ffmpeg.server.ts'
import { firstReadableSound } from './readable-sound.server.ts'
import { readStreamIndex } from './fragments.server.ts'
import { runInSandbox } from './sandbox.server.ts'
import { patternPicture, randomField } from './variant-patterns.server.ts'

export type ProbeResult = { ok: true; facts: VideoFacts; type: VideoType } | ({ ok: false } & ProbeFailure)

/** Probes a video without decoding its pictures. Throws VideoStoppedError where the probe was cut short. */
export async function probeVideo(path: string, longestSeconds: number): Promise<ProbeResult> {
  const type = videoTypeOf(await headOf(path))
  if (type === null) return { ok: false, failure: 'damaged' }
  const answer = await runInSandbox({
    program: 'ffprobe',
    args: ['-v', 'error', ...reading(type), '-show_entries', PROBED, '-of', 'json', '/in/file'],
    input: path,
    cpuSeconds: 20,
    wallSeconds: 30,
  })
  if (answer.kind === 'refused') return { ok: false, failure: 'damaged' }
  const probed = readProbe(outputOf(answer), longestSeconds)
  return probed.ok ? { ...probed, type } : probed
}

export type MadeStream = Omit<Stream, 'key'> & { path: string }
type Encoded = { ok: true; streams: MadeStream[] } | { ok: false; failure: VideoFailure }

/**
 * Encodes every rung of a video in its two variants, in one run, so that it is decoded once, in `folder`. Subtitles, data, chapters, place
 * and camera are dropped. `progress` hears how far it is, in percent. Throws VideoStoppedError where the work was cut short.
 */
export async function encodeStreams(
  path: string,
  folder: string,
  options: { longestSeconds: number; progress: (percent: number) => void; signal?: AbortSignal },
): Promise<Encoded> {
  const probed = await probeVideo(path, options.longestSeconds)
  // The limit was lowered since it was sent.
  if (!probed.ok) return { ok: false, failure: probed.failure === 'too_demanding' ? 'too_long' : probed.failure }
  const { facts, type } = probed
  const rungs = rungsFor(facts.width, facts.height)
  const seconds = facts.seconds || options.longestSeconds
  const shapes = await shapesOf(path, folder, { facts, type, rungs })
  if (!shapes) return { ok: false, failure: 'damaged' }
  const patterns = await writePatterns(folder, shapes)
  const sound = await firstReadableSound(path, type)
  const run = (track: number | null) =>
    runInSandbox({
      program: 'ffmpeg',
      // prettier-ignore
      args: [
      ...QUIET, '-progress', 'pipe:1', '-stats_period', '2', '-threads', '2', ...reading(type), '-i', '/in/file',
      ...patterns.flatMap(({ name, width, height }) => [
        '-f', 'rawvideo', '-pixel_format', 'yuv420p', '-video_size', `${width}x${height}`, '-i', `/out/${name}`,
      ]),
      '-filter_complex', [scaled(rungs, facts), ...marked(rungs)].join(';'),
      ...rungs.flatMap((rung) => VARIANTS.flatMap((variant) =>
        encoding(rung, variant, { track, longestSeconds: options.longestSeconds, segment: segmentSecondsFor(seconds) }))),
    ],
      input: path,
      output: folder,
      cpuSeconds: Math.ceil(300 + seconds * 8),
      wallSeconds: Math.ceil(600 + seconds * 24),
      maxOutputBytes: Math.ceil(50_000_000 + seconds * 260_000),
      patient: true,
      signal: options.signal,
      hear: (text) => {
        const micros = [...text.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1]
        if (micros) options.progress(Math.min(99, Math.floor(Number(micros) / seconds / 10_000)))
      },
    })
  let answer = await run(sound)
  // A sound that can be read at its beginning may break what follows: the pictures are what people bought.
  if (answer.kind === 'refused' && sound !== null) answer = await run(null)
  if (answer.kind === 'refused') return { ok: false, failure: 'damaged' }
  outputOf(answer)
  for (const { name } of patterns) await rm(join(folder, name), { force: true })
  const streams: MadeStream[] = []
  for (const rung of rungs) {
    const [a, b] = await Promise.all(VARIANTS.map((variant) => measured(rung, variant, { folder, ...options })))
    if (!a) return { ok: false, failure: 'damaged' }
    streams.push(a)
    if (b && (await areInterchangeable(a, b))) streams.push(b)
    else log.error({ rung }, 'the variants of a video differ in more than their mark: it is kept with one')
  }
  return { ok: true, streams }
}

/** A screen shows no more, and half of the work is saved before it is done. */
const MOST_PICTURES = 30

/** The largest rung is scaled from the video and brought to the colours of a screen, and each smaller one is scaled from the one above it. */
function scaled(rungs: readonly Rung[], { width, height, rate, colour }: VideoFacts): string {
  const fit = ({ long, short }: { long: number; short: number }) =>
    `scale=w='if(gte(iw,ih),min(${long},iw),min(${short},iw))':h='if(gte(iw,ih),min(${short},ih),min(${long},ih))'` +
    ':force_original_aspect_ratio=decrease:force_divisible_by=2'
  const thinned = rate > MOST_PICTURES + 0.5 ? `fps=${MOST_PICTURES},` : ''
  const high = `[0:v:0]${thinned}${fit(RUNGS.high)},${toScreenColours(colour, Math.min(width, height))}`
  return rungs.includes('low') ? `${high},split[high][rest];[rest]${fit(RUNGS.low)}[low]` : `${high}[high]`
}

/** Each rung twice, with the pattern of its variant added to the brightness. */
function marked(rungs: readonly Rung[]): string[] {
  const add = 'blend=c0_mode=grainmerge:c1_mode=normal:c2_mode=normal'
  return rungs.flatMap((rung, nth) => [
    `[${rung}]split[${rung}-1][${rung}-2]`,
    ...VARIANTS.map((variant, of) => `[${rung}-${of + 1}][${1 + nth * 2 + of}:v]${add}[${rung}-${variant}]`),
  ])
}

type Pattern = { name: string; width: number; height: number }

/** In the order in which `marked` reads them. All rungs carry the same field. */
async function writePatterns(folder: string, shapes: readonly Shape[]): Promise<Pattern[]> {
  const field = randomField(shapes.at(-1)!)
  const patterns: Pattern[] = []
  for (const { rung, width, height } of shapes)
    for (const variant of VARIANTS) {
      const name = `pattern-${rung}-${variant}.yuv`
      await writeFile(join(folder, name), patternPicture(field, { width, height }, variant))
      patterns.push({ name, width, height })
    }
  return patterns
}

type Shape = { rung: Rung; width: number; height: number }

/** The exact size of each rung: what a file says of itself leaves out how it is turned. */
async function shapesOf(
  path: string,
  folder: string,
  { facts, type, rungs }: { facts: VideoFacts; type: VideoType; rungs: readonly Rung[] },
): Promise<Shape[] | null> {
  const answer = await runInSandbox({
    program: 'ffmpeg',
    // prettier-ignore
    args: [
      ...QUIET, ...reading(type), '-i', '/in/file', '-filter_complex', scaled(rungs, facts),
      ...rungs.flatMap((rung) => ['-map', `[${rung}]`, '-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-y', `/out/${rung}.png`]),
    ],
    input: path,
    output: folder,
    cpuSeconds: 60,
    wallSeconds: 120,
  })
  if (answer.kind === 'refused') return null
  outputOf(answer)
  const shapes: Shape[] = []
  for (const rung of rungs) {
    const head = await readFile(join(folder, `${rung}.png`)).catch(() => null)
    if (!head || head.length < 24) return null
    const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)]
    if (![width, height].every((edge) => edge >= 2 && edge <= RUNGS[rung].long)) return null
    shapes.push({ rung, width, height })
    await rm(join(folder, `${rung}.png`))
  }
  return shapes
}

/** `track`: which stream of the file is its sound; null for none. */
type Encoding = { track: number | null; longestSeconds: number; segment: number }

/** A key frame at each segment of the video's time, whatever its pictures, so that rungs and variants can be changed there. */
function encoding(rung: Rung, variant: Variant, { track, longestSeconds, segment }: Encoding): string[] {
  const { crf, videoKbps, audioKbps } = RUNGS[rung]
  // prettier-ignore
  return [
    '-map', `[${rung}-${variant}]`, ...(track === null ? [] : ['-map', `0:${track}`]), ...BARE, '-t', String(longestSeconds + 1), '-fpsmax', String(MOST_PICTURES),
    '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-crf', String(crf), '-maxrate', `${videoKbps}k`,
    '-bufsize', `${videoKbps * 2}k`, '-g', '600', '-sc_threshold', '0', '-force_key_frames', `expr:gte(t,n_forced*${segment})`,
    '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv',
    '-c:a', 'aac', '-b:a', `${audioKbps}k`, '-ac', '2', '-ar', '44100', '-flags:v', '+bitexact', '-flags:a', '+bitexact',
    '-video_track_timescale', String(STREAM_TIMESCALE), '-movflags', '+frag_keyframe+delay_moov+default_base_moof', '-f', 'mp4', '-y', `/out/${rung}-${variant}.mp4`,
  ]
}

async function measured(
  rung: Rung,
  variant: Variant,
  { folder, longestSeconds }: { folder: string; longestSeconds: number },
): Promise<MadeStream | null> {
  const path = join(folder, `${rung}-${variant}.mp4`)
  const made = await probeVideo(path, longestSeconds)
  const index = made.ok ? await readStreamIndex(path) : null
  if (!made.ok || !index) return null
  const { width, height } = made.facts
  return { rung, variant, width, height, ...index, byteSize: (await stat(path)).size, path }
}

/** Whether a player can be given any segment of either: the same beginning, and segments of the same times. */
async function areInterchangeable(one: MadeStream, other: MadeStream): Promise<boolean> {
  if (one.segmentMs.join() !== other.segmentMs.join() || one.initBytes !== other.initBytes) return false
  const [first, second] = await Promise.all([one, other].map(({ path, initBytes }) => headBytes(path, initBytes)))
  return first!.equals(second!)
}

async function headBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    return (await file.read(Buffer.alloc(count), 0, count, 0)).buffer
  } finally {
    await file.close()
  }
}

/** One picture of the video, as a JPEG. */
export async function posterOf(rung: string, folder: string, seconds: number): Promise<Uint8Array> {
  return picture(rung, folder, {
    before: ['-ss', Math.min(1, seconds / 3).toFixed(2)],
    filter: null,
    name: 'poster.jpeg',
  })
}

/** The thumbnails for seeking, in one picture. Only key frames are decoded. */
export async function spriteOf(rung: string, folder: string, plan: SpritePlan): Promise<Uint8Array> {
  const { everyMs, width, height, columns, rows } = plan
  return picture(rung, folder, {
    before: ['-skip_frame', 'nokey'],
    filter: `fps=1000/${everyMs}:round=up:start_time=0,scale=${width}:${height},setsar=1,tile=${columns}x${rows}`,
    name: 'sprite.jpeg',
  })
}

/** A JPEG is read by BT.601 and from 0 to 255; a rung is BT.709. */
const AS_JPEG = 'scale=in_color_matrix=bt709:in_range=tv:out_color_matrix=bt601:out_range=pc,format=yuvj420p'

async function picture(
  rung: string,
  folder: string,
  { before, filter, name }: { before: string[]; filter: string | null; name: string },
): Promise<Uint8Array> {
  const answer = await runInSandbox({
    program: 'ffmpeg',
    // prettier-ignore
    args: [
      ...QUIET, ...before, ...reading('mov'), '-i', '/in/file', '-map', '0:v:0', '-vf', filter === null ? AS_JPEG : `${filter},${AS_JPEG}`, '-frames:v', '1',
      '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2', '-y', `/out/${name}`,
    ],
    input: rung,
    output: folder,
    cpuSeconds: 120,
    wallSeconds: 600,
    patient: true,
  })
  outputOf(answer)
  return readFile(join(folder, name))
}
