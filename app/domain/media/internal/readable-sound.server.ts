import { reading } from './ffmpeg.server.ts'
import { runInSandbox } from './sandbox.server.ts'

/**
 * Which stream of a file is its first sound that can be decoded, by its number; null where there is none. Phones write tracks that only
 * they can read (spatial sound) in front of the one for everybody.
 */
export async function firstReadableSound(path: string, demuxer: string): Promise<number | null> {
  const answer = await runInSandbox({
    program: 'ffprobe',
    // prettier-ignore
    args: [
      '-v', 'error', ...reading(demuxer), '-select_streams', 'a', '-read_intervals', '%+2',
      '-show_entries', 'frame=stream_index', '-of', 'csv=p=0', '/in/file',
    ],
    input: path,
    cpuSeconds: 20,
    wallSeconds: 60,
  })
  if (answer.kind !== 'done') return null
  const decoded = [...answer.stdout.matchAll(/^(\d+)/gm)].map(([, index]) => Number(index))
  return decoded.length === 0 ? null : Math.min(...decoded)
}
