import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A short video of moving colours with a tone; the extension of the name decides the container. */
export function makeVideoFile(
  name: string,
  values: { options?: string[]; size?: string; seconds?: number; soundAlone?: boolean } = {},
): Buffer {
  const { options = [], size = '320x240', seconds = 1, soundAlone = false } = values
  const folder = mkdtempSync(join(tmpdir(), 'peach-video-'))
  const path = join(folder, name)
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=15:duration=${seconds}`]
  const codec = soundAlone ? [] : ['-c:v', name.endsWith('webm') ? 'libvpx' : 'libx264']
  try {
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...(soundAlone ? [] : picture), ...sound, ...codec, ...options, path])
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
