import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { photoOf } from './photos.ts'

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

/** A video like one of a phone: pictures with the noise of a camera, over which the view moves, another one every few seconds. */
export async function makeFilmFile(values: {
  seconds: number
  size: string
  first?: number
  rate?: number
}): Promise<Buffer> {
  const { seconds, size, first = 0, rate = FILM_RATE } = values
  const [width, height] = size.split('x').map(Number) as [number, number]
  const folder = mkdtempSync(join(tmpdir(), 'peach-film-'))
  try {
    const scenes = Math.ceil(seconds / SCENE_SECONDS)
    const names: string[] = []
    for (let scene = 0; scene < scenes; scene += 1) {
      const [still, name] = [join(folder, `${scene}.jpg`), `${scene}.mp4`]
      writeFileSync(still, await photoOf(SCENES[(first + scene) % SCENES.length]!))
      const wide = `scale=${Math.round(width * 1.3)}:${Math.round(height * 1.3)}:force_original_aspect_ratio=increase`
      const walk = `zoompan=z='1+0.1*on/${SCENE_SECONDS * rate}':x='on*1.5':y='on*0.5':d=${SCENE_SECONDS * rate}:s=${size}:fps=${rate}`
      // prettier-ignore
      execFileSync('ffmpeg', [
        '-v', 'error', '-y', '-i', still, '-vf', `${wide},${walk},noise=alls=4:allf=t,format=yuv420p`,
        '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', join(folder, name),
      ])
      names.push(name)
    }
    writeFileSync(join(folder, 'list'), names.map((name) => `file ${name}\n`).join(''))
    const path = join(folder, 'film.mp4')
    const sound = ['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`]
    const scenesIn = ['-f', 'concat', '-i', join(folder, 'list')]
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...scenesIn, ...sound, '-c:v', 'copy', '-t', String(seconds), path])
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const SCENE_SECONDS = 5
const FILM_RATE = 15
/** Photos of many kinds (tests/support/photos.ts). */
const SCENES = [16, 17, 20, 22, 7, 8, 2, 12, 21, 28, 30, 5]
