import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Rung, RUNGS, rungsFor, SEGMENT_SECONDS, type SpritePlan, type Stream } from '../streams.ts'
import { readProbe, type VideoFacts, type VideoFailure, type VideoType, videoTypeOf } from '../video.ts'
import { BARE, headOf, outputOf, QUIET, reading } from './ffmpeg.server.ts'
import { readStreamIndex } from './fragments.server.ts'
import { runInSandbox } from './sandbox.server.ts'

export type ProbeResult = { ok: true; facts: VideoFacts; type: VideoType } | { ok: false; failure: VideoFailure }

/** Probes a video without decoding its pictures. Throws VideoStoppedError where the probe was cut short. */
export async function probeVideo(path: string, longestSeconds: number): Promise<ProbeResult> {
  const type = videoTypeOf(await headOf(path))
  if (type === null) return { ok: false, failure: 'damaged' }
  const entries = 'stream=codec_type,width,height:format=duration'
  const answer = await runInSandbox({
    program: 'ffprobe',
    args: ['-v', 'error', ...reading(type), '-show_entries', entries, '-of', 'json', '/in/file'],
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
 * Encodes every rung of a video in one run, so that it is decoded once, in `folder`. Subtitles, data, chapters, place and camera are
 * dropped. `progress` hears how far it is, in percent. Throws VideoStoppedError where the work was cut short.
 */
export async function encodeStreams(
  path: string,
  folder: string,
  options: { longestSeconds: number; progress: (percent: number) => void },
): Promise<Encoded> {
  const probed = await probeVideo(path, options.longestSeconds)
  if (!probed.ok) return probed
  const { facts, type } = probed
  const rungs = rungsFor(facts.width, facts.height)
  const seconds = facts.seconds || options.longestSeconds
  const answer = await runInSandbox({
    program: 'ffmpeg',
    // prettier-ignore
    args: [
      ...QUIET, '-progress', 'pipe:1', '-stats_period', '2', '-threads', '2', ...reading(type), '-i', '/in/file',
      '-filter_complex', scaled(rungs),
      ...rungs.flatMap((rung) => encoding(rung, options.longestSeconds)),
    ],
    input: path,
    output: folder,
    cpuSeconds: Math.ceil(300 + seconds * 4),
    wallSeconds: Math.ceil(600 + seconds * 12),
    maxOutputBytes: Math.ceil(50_000_000 + seconds * 260_000),
    patient: true,
    hear: (text) => {
      const micros = [...text.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1]
      if (micros) options.progress(Math.min(99, Math.floor(Number(micros) / seconds / 10_000)))
    },
  })
  if (answer.kind === 'refused') return { ok: false, failure: 'damaged' }
  outputOf(answer)
  const streams: MadeStream[] = []
  for (const rung of rungs) {
    const stream = await measured(rung, join(folder, `${rung}.mp4`), options.longestSeconds)
    if (!stream) return { ok: false, failure: 'damaged' }
    streams.push(stream)
  }
  return { ok: true, streams }
}

/** The largest rung is scaled from the video, and each smaller one from the one above it. */
function scaled(rungs: readonly Rung[]): string {
  const fit = ({ long, short }: { long: number; short: number }) =>
    `scale=w='if(gte(iw,ih),min(${long},iw),min(${short},iw))':h='if(gte(iw,ih),min(${short},ih),min(${long},ih))'` +
    ':force_original_aspect_ratio=decrease:force_divisible_by=2'
  const high = `[0:v:0]${fit(RUNGS.high)},format=yuv420p`
  return rungs.includes('low') ? `${high},split[high][rest];[rest]${fit(RUNGS.low)}[low]` : `${high}[high]`
}

/** A key frame every four seconds of the video's time, whatever its pictures, so that the rungs can be changed at each segment. */
function encoding(rung: Rung, longestSeconds: number): string[] {
  const { crf, videoKbps, audioKbps } = RUNGS[rung]
  // prettier-ignore
  return [
    '-map', `[${rung}]`, '-map', '0:a:0?', ...BARE, '-t', String(longestSeconds + 1), '-fpsmax', '30',
    '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-crf', String(crf), '-maxrate', `${videoKbps}k`,
    '-bufsize', `${videoKbps * 2}k`, '-g', '600', '-sc_threshold', '0', '-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`,
    '-c:a', 'aac', '-b:a', `${audioKbps}k`, '-ac', '2', '-ar', '44100', '-flags:v', '+bitexact', '-flags:a', '+bitexact',
    '-movflags', '+frag_keyframe+delay_moov+default_base_moof', '-f', 'mp4', '-y', `/out/${rung}.mp4`,
  ]
}

async function measured(rung: Rung, path: string, longestSeconds: number): Promise<MadeStream | null> {
  const made = await probeVideo(path, longestSeconds)
  const index = made.ok ? await readStreamIndex(path) : null
  if (!made.ok || !index) return null
  const { width, height } = made.facts
  return { rung, variant: 'a', width, height, ...index, byteSize: (await stat(path)).size, path }
}

/** The same pictures and sound as one file with its index in front, for players without playlists. Nothing is encoded. */
export async function progressiveOf(rung: string, folder: string): Promise<string> {
  const answer = await runInSandbox({
    program: 'ffmpeg',
    // prettier-ignore
    args: [
      ...QUIET, ...reading('mov'), '-i', '/in/file', '-map', '0:v:0', '-map', '0:a:0?', ...BARE, '-c', 'copy',
      '-movflags', '+faststart', '-f', 'mp4', '-y', '/out/film.mp4',
    ],
    input: rung,
    output: folder,
    cpuSeconds: 60,
    wallSeconds: 300,
    patient: true,
  })
  outputOf(answer)
  return join(folder, 'film.mp4')
}

/** One picture of the video, as a JPEG. */
export async function posterOf(rung: string, folder: string, seconds: number): Promise<Uint8Array> {
  return picture(rung, folder, {
    before: ['-ss', Math.min(1, seconds / 3).toFixed(2)],
    filter: [],
    name: 'poster.jpeg',
  })
}

/** The thumbnails for seeking, in one picture. Only key frames are decoded. */
export async function spriteOf(rung: string, folder: string, plan: SpritePlan): Promise<Uint8Array> {
  const { everyMs, width, height, columns, rows } = plan
  return picture(rung, folder, {
    before: ['-skip_frame', 'nokey'],
    filter: [
      '-vf',
      `fps=1000/${everyMs}:round=up:start_time=0,scale=${width}:${height},setsar=1,tile=${columns}x${rows}`,
    ],
    name: 'sprite.jpeg',
  })
}

async function picture(
  rung: string,
  folder: string,
  { before, filter, name }: { before: string[]; filter: string[]; name: string },
): Promise<Uint8Array> {
  const answer = await runInSandbox({
    program: 'ffmpeg',
    // prettier-ignore
    args: [
      ...QUIET, ...before, ...reading('mov'), '-i', '/in/file', '-map', '0:v:0', ...filter, '-frames:v', '1',
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
