import { closeSync, openSync, readSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BARE, headOf, QUIET, reading } from './internal/ffmpeg.server.ts'
import { fingerprintOf } from './internal/fingerprint.ts'
import { fetchObject } from './internal/objects.server.ts'
import { runInSandbox } from './internal/sandbox.server.ts'
import { listStreams } from './internal/streams.server.ts'
import { gridOf } from './internal/variant-patterns.server.ts'
import type { Stream } from './streams.ts'
import { videoTypeOf } from './video.ts'

/** Pictures of a video in grey, at a steady rate and all of one size, in a file of a work folder. */
export type VideoFrames = {
  count: number
  width: number
  height: number
  read: (nth: number) => Uint8Array
  close: () => void
}

type Wanted = { name: string; width: number; height: number; rate: string; maxSeconds: number }

const MAX_BYTES = 1_500_000_000

/**
 * Decodes the pictures of a video of anybody, in the sandbox, reduced to means of areas. `rate`: pictures a second, as a fraction. Null where
 * it is no video, or a damaged one.
 */
export async function readFrames(path: string, folder: string, wanted: Wanted): Promise<VideoFrames | null> {
  const type = videoTypeOf(await headOf(path))
  if (type === null) return null
  const { name, width, height, rate, maxSeconds } = wanted
  const answer = await runInSandbox({
    program: 'ffmpeg',
    // prettier-ignore
    args: [
      ...QUIET, '-threads', '2', ...reading(type), '-i', '/in/file', '-map', '0:v:0', '-an', ...BARE,
      '-t', String(maxSeconds), '-vf', `fps=${rate}:start_time=0,scale=${width}:${height}:flags=area,format=gray`,
      '-f', 'rawvideo', '-y', `/out/${name}`,
    ],
    input: path,
    output: folder,
    cpuSeconds: 600,
    wallSeconds: 1_200,
    maxOutputBytes: MAX_BYTES,
  })
  if (answer.kind !== 'done') return null
  const file = join(folder, name)
  const size = width * height
  const count = Math.floor((await stat(file)).size / size)
  if (count === 0) return null
  const open = openSync(file, 'r')
  return {
    count,
    width,
    height,
    read: (nth) => {
      const frame = new Uint8Array(size)
      readSync(open, frame, 0, size, nth * size)
      return frame
    },
    close: () => closeSync(open),
  }
}

/** Both variants of a video as files of a work folder, of the smallest rung that has them. Null where it has one variant. */
export async function fetchVariants(
  mediaId: string,
  folder: string,
): Promise<{
  stream: Stream
  paths: { a: string; b: string }
  rate: string
  grid: { width: number; height: number }
} | null> {
  const streams = (await listStreams(mediaId)) ?? []
  const b = streams.find(({ variant }) => variant === 'b')
  const a = b && streams.find(({ variant, rung }) => variant === 'a' && rung === b.rung)
  if (!a || !b) return null
  const paths = { a: join(folder, `${mediaId}-a.mp4`), b: join(folder, `${mediaId}-b.mp4`) }
  if (!(await fetchObject(a.key, paths.a)) || !(await fetchObject(b.key, paths.b))) return null
  const { columns, rows } = gridOf(a)
  return { stream: a, paths, rate: await rateOf(paths.a), grid: { width: columns, height: rows } }
}

/** Pictures a second, as a fraction. */
async function rateOf(path: string): Promise<string> {
  const answer = await runInSandbox({
    program: 'ffprobe',
    // prettier-ignore
    args: ['-v', 'error', ...reading('mov'), '-select_streams', 'v:0', '-show_entries', 'stream=avg_frame_rate', '-of', 'csv=p=0', '/in/file'],
    input: path,
    cpuSeconds: 60,
    wallSeconds: 120,
  })
  const said = answer.kind === 'done' ? /^(\d+)\/(\d+)/.exec(answer.stdout.trim()) : null
  const [over, under] = [Number(said?.[1]), Number(said?.[2])]
  const isRate = over > 0 && under > 0 && over / under >= 1 && over / under <= 60
  return isRate ? `${over}/${under}` : '25/1'
}

/** The fingerprint of one of these pictures. */
export function fingerprintFrame(frame: Uint8Array, { width, height }: { width: number; height: number }): Uint8Array {
  return fingerprintOf({ width, height, data: Float32Array.from(frame) })
}
