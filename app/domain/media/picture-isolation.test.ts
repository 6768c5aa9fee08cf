import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CANARY, pictureBombs } from '#tests/support/bombs.ts'
import { noisyPhoto } from '#tests/support/creators.ts'
import { startDecoder, type Isolation } from './internal/image-decoder.server.ts'
import { imageProcesses, imageIsolation, runImageWork, useImageIsolation } from './internal/image-process.server.ts'
import type { ImageRequest } from './internal/image-work.ts'

// On a busy machine a decoder starts and works slowly.
vi.setConfig({ testTimeout: 120_000 })
const folder = mkdtempSync(join(tmpdir(), 'peach-isolation-'))
const secret = join(folder, 'app-secret')
const programs = mkdtempSync(join(tmpdir(), 'peach-probes-'))
chmodSync(programs, 0o755)
let outside: Server
let port: number

beforeAll(async () => {
  writeFileSync(secret, CANARY, { mode: 0o600 })
  outside = createServer((socket) => socket.end(CANARY))
  outside.listen(0, '127.0.0.1')
  await once(outside, 'listening')
  port = (outside.address() as { port: number }).port
})
afterAll(() => {
  outside.close()
  useImageIsolation(null)
  for (const made of [folder, programs]) rmSync(made, { recursive: true, force: true })
})

const processPicture = (bytes: Uint8Array): ImageRequest => ({
  kind: 'take_in',
  bytes,
  longestEdge: 1_280,
  maxPixels: 50_000_000,
  cuts: [{ width: 160, format: 'webp', aspect: 1, maxBytes: 12_000 }],
})

// Only root can switch to the user nobody.
const CHILD: Isolation = process.getuid?.() === 0 ? 'child_as_nobody' : 'child'

test('MEDIA-01 this machine has the sandbox that the following tests check', async () => {
  useImageIsolation(null)
  expect(await imageIsolation()).toBe('sandbox')
})

/** What an attacker would try who controls the decoder. It reports what it reached. */
const PROBE = `
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { spawnSync } from 'node:child_process'
const { paths, port } = JSON.parse(readFileSync(0, 'utf8'))
const got = { read: [], environment: Object.keys(process.env), network: false, program: false, wrote: [] }
const attempt = (act) => { try { return act() } catch { return null } }
for (const path of paths) {
  if (attempt(() => readFileSync(path)) !== null) got.read.push(path)
  if (attempt(() => readdirSync(path)) !== null) got.read.push(path)
}
for (const path of ['/tmp/left', '/left', '/decoder/left', '/dev/shm/left'])
  if (attempt(() => (writeFileSync(path, 'x'.repeat(10)), true))) got.wrote.push(path)
got.program = attempt(() => spawnSync('/bin/sh', ['-c', 'echo here']).stdout?.includes('here')) === true
  || attempt(() => spawnSync(process.execPath, ['-e', 'console.log("here")']).stdout?.includes('here')) === true
const socket = connect({ host: '127.0.0.1', port })
const tell = () => { process.stdout.write(JSON.stringify(got)); process.exit(0) }
socket.on('data', () => { got.network = true; tell() })
socket.on('error', tell)
socket.on('close', tell)
`

async function probe(isolation: Isolation, script: string, asked: object): Promise<string> {
  const program = join(programs, 'probe.mts')
  writeFileSync(program, script, { mode: 0o644 })
  const child = startDecoder(isolation, program)
  child.stdin!.on('error', () => {})
  child.stdin!.end(JSON.stringify(asked))
  return text(child.stdout!)
}

const ours = () => [
  secret,
  folder,
  join(import.meta.dirname, 'media.ts'),
  join(import.meta.dirname, '../../../package.json'),
  join(import.meta.dirname, '../../../node_modules/pg/package.json'),
  '/etc/passwd',
  '/etc/hostname',
  '/proc/self/environ',
  '/proc/1/environ',
  '/root',
  '/home',
]

test('MEDIA-01 a decoder under an attacker’s control reads no file and no secret of ours and reaches no network', async () => {
  process.env.SECRET_OF_THE_SERVER = CANARY
  const got: unknown = JSON.parse(await probe('sandbox', PROBE, { paths: ours(), port }))
  delete process.env.SECRET_OF_THE_SERVER
  expect(got).toMatchObject({ read: [], network: false })
  expect(JSON.stringify(got)).not.toContain('SECRET')
  // There is no shell, and what it can write is its own and deleted with it.
  expect((got as { wrote: string[] }).wrote).not.toContain('/decoder/left')
})

test('MEDIA-01 the probe itself finds these things where there is no isolation', async () => {
  const { spawn } = await import('node:child_process')
  const program = join(programs, 'free.mts')
  writeFileSync(program, PROBE)
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.end(JSON.stringify({ paths: ours(), port }))
  expect(JSON.parse(await text(child.stdout))).toMatchObject({
    read: expect.arrayContaining([secret, folder, '/etc/passwd']) as string[],
    network: true,
    program: true,
  })
})

test.each([...new Set([CHILD, 'child' as const])])(
  'MEDIA-01 without a sandbox, as %s, the decoder knows no secret, starts no program and reads none of our files',
  async (isolation) => {
    process.env.SECRET_OF_THE_SERVER = CANARY
    const got: unknown = JSON.parse(await probe(isolation, PROBE, { paths: ours().slice(0, 5), port }))
    delete process.env.SECRET_OF_THE_SERVER
    expect(got).toMatchObject({ program: false, wrote: [], environment: [] })
    // The package.json is readable, so that Node knows how to load the program.
    expect((got as { read: string[] }).read.filter((path) => !path.endsWith('package.json'))).toEqual([])
  },
)

test.each(['sandbox', CHILD] as const)(
  'MEDIA-01 a decoder (%s) can use no more memory than its own limit',
  async (isolation) => {
    const eat = `
    const kept = []
    for (let count = 1; count <= 60; count += 1) {
      kept.push(Buffer.alloc(50_000_000, 1))
      await new Promise((resolve) => process.stdout.write(count + '\\n', resolve))
    }`
    const lines = (await probe(isolation, eat, {})).trim().split('\n')
    expect(Number(lines.at(-1))).toBeGreaterThan(2)
    expect(Number(lines.at(-1))).toBeLessThan(26)
  },
)

describe.each(['sandbox', CHILD] as const)('MEDIA-01 with this isolation (%s)', (isolation) => {
  beforeAll(() => useImageIsolation(isolation))

  test.each(pictureBombs(secret))('$name does no harm', async ({ bytes, ends }) => {
    const bomb = await bytes()
    const before = process.memoryUsage.rss()
    const answer = await runImageWork(processPicture(bomb))
    if (ends !== 'either') expect(answer.kind === 'taken_in').toBe(ends === 'clean')
    if (answer.kind === 'taken_in') {
      const { original, preview, cuts } = answer.picture
      for (const made of [original, preview, ...cuts.map((cut) => cut.bytes)])
        expect(Buffer.from(made).includes(CANARY)).toBe(false)
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
    expect((await runImageWork(processPicture(await noisyPhoto(200, 200)))).kind).toBe('taken_in')
  })
})

describe('MEDIA-01 the processes that decode pictures', () => {
  beforeEach(() => useImageIsolation('sandbox'))

  test('a killed one is replaced, and its picture is still made', async () => {
    await runImageWork(processPicture(await noisyPhoto(100, 100)))
    const [resting] = imageProcesses().slice(-1)
    const answer = runImageWork(processPicture(await noisyPhoto(1_500, 1_500)))
    await expect.poll(() => imageProcesses().includes(resting!)).toBe(true)
    process.kill(resting!, 'SIGKILL')
    expect((await answer).kind).toBe('taken_in')
    expect(imageProcesses()).not.toContain(resting)
  })

  test('where none can be started, pictures are answered as stopped, nothing else breaks, and the next one is made', async () => {
    const photo = await noisyPhoto(100, 100)
    const path = process.env.PATH
    const broken: unknown[] = []
    const note = (error: unknown): void => void broken.push(error)
    process.on('unhandledRejection', note)
    // The isolation is chosen; now the tools are gone, as where the machine has no memory or process to spare.
    process.env.PATH = ''
    try {
      const answers = [1, 2, 3].map(() => runImageWork(processPicture(photo), { alone: true }))
      const given = await Promise.race([Promise.all(answers), setTimeout(5_000, 'no answer')])
      expect(given).toEqual([{ kind: 'stopped' }, { kind: 'stopped' }, { kind: 'stopped' }])
    } finally {
      process.env.PATH = path
      process.off('unhandledRejection', note)
    }
    expect(broken).toEqual([])
    expect((await runImageWork(processPicture(photo))).kind).toBe('taken_in')
  })

  test('many pictures share one, a document has one that decodes nothing else', async () => {
    const photo = await noisyPhoto(100, 100)
    const used = async (alone: boolean): Promise<number[]> => {
      const answer = runImageWork(processPicture(photo), { alone })
      await expect.poll(() => imageProcesses().length).toBeGreaterThan(alone ? 1 : 0)
      const during = imageProcesses()
      expect((await answer).kind).toBe('taken_in')
      return during
    }
    await used(false)
    const shared = imageProcesses()
    await used(false)
    expect(imageProcesses()).toEqual(shared)
    const seen = new Set(shared)
    for (const document of ['first', 'second']) {
      const own = (await used(true)).filter((pid) => !shared.includes(pid))
      expect(own, document).toHaveLength(1)
      expect(seen.has(own[0]!)).toBe(false)
      seen.add(own[0]!)
      // It ends with its document; the shared one continues.
      await expect.poll(() => imageProcesses()).toEqual(shared)
    }
  })

  test('one with an impossible answer is not believed', async () => {
    const { readAnswer } = await import('./internal/image-answer.ts')
    const request = processPicture(await noisyPhoto(100, 100))
    const answer = await runImageWork(request)
    if (answer.kind !== 'taken_in') throw new Error(answer.kind)
    const { width, height, original, preview, cuts } = answer.picture
    const head = {
      kind: 'taken_in',
      width,
      height,
      cuts: cuts.map((cut) => ({ width: cut.width, height: cut.height })),
    }
    const blobs = [original, preview, cuts[0]!.bytes]
    expect(readAnswer(request, { head, blobs })).toEqual(answer)
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    const trailing = Buffer.concat([original, page])
    const lies: [object, Uint8Array[]][] = [
      [head, [page, preview, cuts[0]!.bytes]],
      [head, [trailing, preview, cuts[0]!.bytes]],
      [head, [original, page, cuts[0]!.bytes]],
      // The sharp picture in the place of the blurred one.
      [head, [original, cuts[0]!.bytes, cuts[0]!.bytes]],
      [head, [original, preview, original]],
      [head, [original, preview]],
      [head, [original, preview, cuts[0]!.bytes, page]],
      [{ ...head, width: width + 1 }, blobs],
      [{ ...head, width: '100' }, blobs],
      [{ ...head, cuts: [{ width: 161, height: 160 }] }, blobs],
      [{ ...head, cuts: [] }, [original, preview]],
      [{ kind: 'cuts', cuts: head.cuts }, [cuts[0]!.bytes]],
      [{ kind: 'damaged' }, [page]],
      [{ kind: 'something else' }, []],
      [[], []],
    ]
    for (const [said, with_] of lies) expect(readAnswer(request, { head: said, blobs: with_ })).toBeNull()
  })
})
