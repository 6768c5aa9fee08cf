import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFilmFile } from '#tests/support/videos.ts'
import { type Fixture, withFixture } from './demo-server.ts'
import { alternate, type Bench, type Figure, ratios } from './figure.ts'
import { childrenOf, cpuMs, residentMiB } from './processes.ts'
import { signIn } from './sign-in.ts'

const FILM_SECONDS = 30
const MIB = 1_048_576
const UPLOAD_BYTES = 2_000_000_000
const PIECE = Buffer.alloc(MIB)

/** What a video costs: encoding it with both variants of both rungs, and taking in the largest that may be sent. */
export const video: Bench = {
  name: 'video',
  description:
    '30 s of 720 lines with two marked variants of each rung, to bare ffmpeg for one copy, in processor time; memory during an upload of 2 GB',
  needs: 'about 3 GB of disk and 5 minutes',
  run: async ({ rounds }) => [...(await encoding(rounds)), ...(await upload())],
}

async function encoding(rounds: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'peach-bench-video-'))
  try {
    const film = join(folder, 'film.mp4')
    writeFileSync(film, await makeFilmFile({ seconds: FILM_SECONDS, size: '1280x720', rate: 30 }))
    const measured = await alternate(rounds, {
      ours: () => cpuSeconds(process.execPath, ['bench/encode-video.ts', film, folder]),
      limit: () => cpuSeconds('ffmpeg', oneCopy(film, join(folder, 'one.mp4'))),
    })
    return [
      {
        name: '30 s of 720 lines, four marked files, to bare ffmpeg for one copy, processor time',
        unit: '×',
        values: ratios(measured.ours, measured.limit),
        target: { max: 2.4 },
      },
      { name: 'processor time of the four', unit: 's', values: measured.ours, target: null },
      { name: 'processor time of one copy by bare ffmpeg', unit: 's', values: measured.limit, target: null },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same codec, size and quality as the high rung. */
function oneCopy(film: string, to: string): string[] {
  // prettier-ignore
  return [
    '-v', 'error', '-y', '-threads', '2', '-i', film, '-vf', 'scale=1280:720,format=yuv420p', '-c:v', 'libx264', '-preset', 'veryfast',
    '-profile:v', 'main', '-crf', '25', '-maxrate', '1500k', '-bufsize', '3000k', '-c:a', 'aac', '-b:a', '96k', to,
  ]
}

const SAMPLE_MS = 100

/**
 * Of a program and everything that it starts, sampled while it runs: what a sandbox used is not added to its parent when it ends. The last
 * tenth of a second of each process is missing, on both sides alike.
 */
async function cpuSeconds(program: string, args: string[]): Promise<number> {
  const child = spawn(program, args, { stdio: 'ignore' })
  const used = new Map<number, number>()
  const sampling = setInterval(() => {
    for (const pid of descendantsOf(child.pid!)) used.set(pid, Math.max(used.get(pid) ?? 0, cpuMs(pid)))
  }, SAMPLE_MS)
  const [code] = (await once(child, 'close')) as [number]
  clearInterval(sampling)
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
  return [...used.values()].reduce((sum, milliseconds) => sum + milliseconds, 0) / 1_000
}

function descendantsOf(pid: number): number[] {
  return [pid, ...childrenOf(pid, '').flatMap(descendantsOf)]
}

async function upload(): Promise<Figure[]> {
  return withFixture(async (fixture) => {
    const pid = fixture.product.pid
    const before = residentMiB(pid)
    let most = before
    const watching = setInterval(() => (most = Math.max(most, residentMiB(pid))), 200)
    try {
      await send(fixture)
    } finally {
      clearInterval(watching)
    }
    return [
      {
        name: 'memory that an upload of 2 GB adds at most',
        unit: 'MiB',
        values: [most - before],
        target: { max: 100 },
      },
    ]
  })
}

/** Zeros after the head of an MP4, in one request: the file is refused when it is whole, and by then all of it was taken in. */
async function send({ product }: Fixture): Promise<void> {
  const cookie = await signIn(product.url, 'amina@demo.peach.example')
  const headers = { cookie, origin: product.url, 'tus-resumable': '1.0.0' }
  const announced = await fetch(`${product.url}/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(UPLOAD_BYTES),
      'upload-metadata': `purpose ${Buffer.from('post_video').toString('base64')}`,
    },
  })
  if (announced.status !== 201)
    throw new Error(`the upload was not accepted: ${announced.status} ${await announced.text()}`)
  const status = await new Promise<number>((resolve, reject) => {
    const sending = httpRequest(product.url + announced.headers.get('location')!, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': UPLOAD_BYTES,
      },
    })
    sending.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    sending.on('error', reject)
    const head = Buffer.alloc(MIB)
    head.write('\0\0\0\u0018ftypisom\0\0\0\0isommp42', 'latin1')
    let sent = 0
    const more = (): void => {
      while (sent < UPLOAD_BYTES) {
        const piece = (sent === 0 ? head : PIECE).subarray(0, UPLOAD_BYTES - sent)
        sent += piece.length
        if (!sending.write(piece)) return void sending.once('drain', more)
      }
      sending.end()
    }
    more()
  })
  if (status >= 500) throw new Error(`the upload ended with ${status}`)
}
