import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  readProbe,
  VIDEO_BOX,
  VIDEO_LIMITS,
  type VideoFacts,
  type VideoFailure,
  type VideoType,
  videoTypeOf,
} from '../video.ts'
import { runInSandbox, type SandboxAnswer } from './sandbox.server.ts'

/** We name the demuxer, so that no file selects one that follows references; only this file and pipes may be opened. */
const reading = (type: VideoType): string[] => [
  '-protocol_whitelist',
  'file,pipe',
  '-f',
  type,
  ...(type === 'mov' ? ['-use_absolute_path', '0', '-enable_drefs', '0'] : []),
]

export class VideoStoppedError extends Error {}

export type ProbeResult = { ok: true; facts: VideoFacts; type: VideoType } | { ok: false; failure: VideoFailure }

/** Probes a video without decoding its pictures. Throws VideoStoppedError where the probe was cut short. */
export async function probeVideo(path: string): Promise<ProbeResult> {
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
  const probed = readProbe(outputOf(answer))
  return probed.ok ? { ...probed, type } : probed
}

export type TranscodedVideo = { path: string; poster: Uint8Array; facts: VideoFacts }
export type Made = { ok: true; video: TranscodedVideo } | { ok: false; failure: VideoFailure }

/**
 * Makes one progressive MP4 (H.264, AAC, at most 720 lines) and a poster out of a video, in `folder`. Subtitles, data, chapters, place
 * and camera are dropped. Throws VideoStoppedError where the work was cut short.
 */
export async function transcode(path: string, folder: string): Promise<Made> {
  const probed = await probeVideo(path)
  if (!probed.ok) return probed
  const { long, short } = VIDEO_BOX
  const fit =
    `scale=w='if(gte(iw,ih),min(${long},iw),min(${short},iw))':h='if(gte(iw,ih),min(${short},ih),min(${long},ih))'` +
    ':force_original_aspect_ratio=decrease:force_divisible_by=2,format=yuv420p'
  const written = await runInSandbox({
    program: 'ffmpeg',
    // prettier-ignore
    args: [
      '-nostdin', '-hide_banner', '-v', 'error', '-threads', '2', ...reading(probed.type), '-i', '/in/file',
      '-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1',
      '-t', String(VIDEO_LIMITS.longestSeconds + 1), '-vf', fit, '-fpsmax', '30',
      '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-crf', '25', '-maxrate', '1500k', '-bufsize', '3000k',
      '-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-ar', '44100', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact',
      '-movflags', '+faststart', '-f', 'mp4', '-y', '/out/film.mp4',
    ],
    input: path,
    output: folder,
    cpuSeconds: 3_600,
    wallSeconds: 3_600,
    patient: true,
  })
  if (written.kind === 'refused') return { ok: false, failure: 'damaged' }
  outputOf(written)
  const video = join(folder, 'film.mp4')
  const made = await probeVideo(video)
  if (!made.ok) return made
  if (made.facts.seconds < VIDEO_LIMITS.shortestSeconds) return { ok: false, failure: 'damaged' }
  return { ok: true, video: { path: video, facts: made.facts, poster: await posterOf(video, folder, made.facts) } }
}

async function posterOf(video: string, folder: string, { seconds }: VideoFacts): Promise<Uint8Array> {
  const at = Math.min(1, seconds / 3).toFixed(2)
  const answer = await runInSandbox({
    program: 'ffmpeg',
    // prettier-ignore
    args: [
      '-nostdin', '-hide_banner', '-v', 'error', '-ss', at, ...reading('mov'), '-i', '/in/file', '-map', '0:v:0', '-frames:v', '1',
      '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2', '-y', '/out/poster.jpeg',
    ],
    input: video,
    output: folder,
    cpuSeconds: 60,
    wallSeconds: 120,
  })
  outputOf(answer)
  return readFile(join(folder, 'poster.jpeg'))
}

function outputOf(answer: SandboxAnswer): string {
  if (answer.kind === 'done') return answer.stdout
  throw new VideoStoppedError(answer.kind === 'stopped' ? answer.why : answer.stderr)
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

export async function weigh(path: string): Promise<{ byteSize: bigint; sha256: Buffer }> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return { byteSize: BigInt((await stat(path)).size), sha256: hash.digest() }
}
