import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { SandboxAnswer } from './sandbox.server.ts'

/** What every run of ffmpeg begins with. */
export const QUIET = ['-nostdin', '-hide_banner', '-v', 'error'] as const

/** Nothing of the file but pictures and sound: no subtitles, data, fonts, chapters, place, camera or program. */
// prettier-ignore
export const BARE = ['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'] as const

/**
 * We name the demuxer, so that no file selects one that follows references; only this file and pipes may be opened.
 */
export function reading(demuxer: string): string[] {
  return [
    '-protocol_whitelist',
    'file,pipe',
    '-f',
    demuxer,
    ...(demuxer === 'mov' ? ['-use_absolute_path', '0', '-enable_drefs', '0'] : []),
  ]
}

/** The work was cut short: by a limit, or because the server stops. */
export class VideoStoppedError extends Error {}

export function outputOf(answer: SandboxAnswer): string {
  if (answer.kind === 'done') return answer.stdout
  throw new VideoStoppedError(answer.kind === 'stopped' ? answer.why : answer.stderr)
}

export async function headOf(path: string): Promise<Uint8Array> {
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
