import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, test } from '@playwright/test'
import sharp from 'sharp'
import { type Product, startProduct } from '../support/product.ts'
import { startOwnProduct } from '../support/fixture.ts'
import { base, signIn } from './people.ts'
import { DEMO, windowOf } from './sessions.ts'

let own: Product | undefined
test.afterEach(async () => {
  await own?.remove()
  own = undefined
})

async function cookiesOf(context: BrowserContext, product: string): Promise<string> {
  return (await context.cookies(product)).map(({ name, value }) => `${name}=${value}`).join('; ')
}

type Asked = { status: number; headers: Headers; text: string }

/** Sends a request like a browser on a page of this site, by default. */
async function ask(
  product: string,
  cookie: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array,
): Promise<Asked> {
  const answer = await fetch(`${product}${path}`, {
    method,
    headers: { cookie, origin: product, 'tus-resumable': '1.0.0', ...headers },
    redirect: 'manual',
    ...(body ? { body: body as BodyInit } : {}),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const announcement = (purpose: string, length: number) => ({
  'upload-length': String(length),
  'upload-metadata': `purpose ${Buffer.from(purpose).toString('base64')}`,
})
const pieceAt = (offset: number) => ({
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

function photo(edge: number): Promise<Buffer> {
  return sharp({
    create: {
      width: edge,
      height: edge,
      channels: 3,
      background: '#884422',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** Sends the headers of a chunk and some of its bytes, and disconnects once the server has stored some of them. */
function hangUpInTheMiddle(
  product: string,
  cookie: string,
  path: string,
  bytes: Uint8Array,
  sent: { bytes: number; storedIn: string },
): Promise<void> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(product)
    const sending = httpRequest({
      hostname,
      port,
      path,
      method: 'PATCH',
      headers: { cookie, origin: product, 'tus-resumable': '1.0.0', 'content-length': bytes.length, ...pieceAt(0) },
    })
    sending.on('error', () => resolve())
    sending.write(bytes.subarray(0, sent.bytes))
    const watching = setInterval(() => {
      if (statSync(sent.storedIn, { throwIfNoEntry: false })?.size) sending.destroy()
    }, 50)
    sending.on('close', () => clearInterval(watching))
  })
}

async function offsetOf(product: string, cookie: string, path: string): Promise<number> {
  return Number((await ask(product, cookie, 'HEAD', path)).headers.get('upload-offset'))
}

async function windowIn(browser: Browser, product: string): Promise<BrowserContext> {
  const before = process.env.PEACH_URL
  process.env.PEACH_URL = product
  const context = await browser.newContext()
  // A creator: only creators may upload posts.
  await signIn(await context.newPage(), DEMO.amina)
  process.env.PEACH_URL = before
  return context
}

test('MEDIA-01a an upload interrupted by the network and one by kill -9 both resume where they were', async ({
  browser,
}) => {
  test.setTimeout(360_000)
  own = await startOwnProduct()
  const { url, dataDir } = own
  const context = await windowIn(browser, url)
  const cookie = await cookiesOf(context, url)
  const bytes = await photo(1_800)
  expect(bytes.length).toBeGreaterThan(1_000_000)
  const announced = await ask(url, cookie, 'POST', '/uploads', announcement('post_photo', bytes.length))
  expect(announced.status).toBe(201)
  const path = announced.headers.get('location')!

  const storedIn = join(dataDir, 'uploads', path.split('/')[2]!)
  await hangUpInTheMiddle(url, cookie, path, bytes, { bytes: 300_000, storedIn })
  const first = await offsetOf(url, cookie, path)
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThanOrEqual(300_000)
  const second = await ask(url, cookie, 'PATCH', path, pieceAt(first), bytes.subarray(first, 600_000))
  expect([second.status, second.headers.get('upload-offset')]).toEqual([204, '600000'])

  const port = Number(new URL(url).port)
  await own.kill()
  own = await startProduct({ dataDir, port, env: { BUDGET_FACTOR: '100' } })
  expect(await offsetOf(url, cookie, path)).toBe(600_000)
  expect((await ask(url, cookie, 'PATCH', path, pieceAt(600_000), bytes.subarray(600_000))).status).toBe(204)
  expect(readFileSync(storedIn).equals(bytes)).toBe(true)
  await context.close()
})

test('MEDIA-01 another site, another person and a visitor can’t upload here', async ({ browser }) => {
  const context = await windowOf(browser, 'okello')
  const other = await windowOf(browser, 'brian')
  const cookie = await cookiesOf(context, base())
  const announced = await ask(base(), cookie, 'POST', '/uploads', announcement('avatar', 1_000))
  expect(announced.status).toBe(201)
  const path = announced.headers.get('location')!
  const foreign = { origin: 'https://evil.example' }
  expect((await ask(base(), cookie, 'POST', '/uploads', { ...announcement('avatar', 1_000), ...foreign })).status).toBe(
    403,
  )
  expect((await ask(base(), cookie, 'PATCH', path, { ...pieceAt(0), ...foreign }, Buffer.alloc(10))).status).toBe(403)
  expect((await ask(base(), cookie, 'DELETE', path, foreign)).status).toBe(403)
  const theirs = await cookiesOf(other, base())
  expect((await ask(base(), theirs, 'PATCH', path, pieceAt(0), Buffer.alloc(10))).status).toBe(404)
  expect((await ask(base(), theirs, 'DELETE', path)).status).toBe(404)
  expect((await ask(base(), '', 'POST', '/uploads', announcement('avatar', 1_000))).status).toBe(401)
  expect((await ask(base(), '', 'HEAD', path)).status).toBe(401)
  expect(await offsetOf(base(), cookie, path)).toBe(0)
  expect((await ask(base(), cookie, 'DELETE', path)).status).toBe(204)
  await context.close()
  await other.close()
})

test('MEDIA-01 two hundred megabytes are uploaded without filling the memory of the server', async ({ browser }) => {
  test.setTimeout(360_000)
  test.skip(!existsSync('/usr/bin/ffmpeg') || !existsSync('/usr/bin/bwrap'), 'apt-get install ffmpeg bubblewrap')
  own = await startOwnProduct()
  const { url, pid } = own
  const context = await windowIn(browser, url)
  const cookie = await cookiesOf(context, url)
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024
  const before = resident()
  const video = Buffer.alloc(199_000_000, 7)
  video.write('\0\0\0\u0018ftypisom\0\0\0\0isommp42', 'latin1')
  const path = (await ask(url, cookie, 'POST', '/uploads', announcement('post_video', video.length))).headers.get(
    'location',
  )!
  let peak = before
  const watching = setInterval(() => (peak = Math.max(peak, resident())), 50)
  const sent = await ask(url, cookie, 'PATCH', path, pieceAt(0), video)
  clearInterval(watching)
  expect(sent.status).toBe(204)
  expect(peak - before).toBeLessThan(120)
  await context.close()
})

test('MEDIA-01 a machine without the video tools logs one line and refuses videos with a message', async ({
  browser,
}) => {
  test.setTimeout(360_000)
  // A PATH with everything except these two tools.
  const bare = mkdtempSync(join(tmpdir(), 'peach-bare-'))
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/') && existsSync(folder))
  for (const folder of folders)
    for (const name of readdirSync(folder))
      if (!/^(?:ff|bwrap)/.test(name) && !existsSync(join(bare, name)))
        symlinkSync(join(folder, name), join(bare, name))
  own = await startOwnProduct({ env: { PATH: bare } })
  expect(own.output()).toMatch(/Videos are off: .*missing \(apt-get install ffmpeg bubblewrap\)/)
  const context = await windowIn(browser, own.url)
  const cookie = await cookiesOf(context, own.url)
  const refused = await ask(own.url, cookie, 'POST', '/uploads', announcement('post_video', 1_000))
  expect([refused.status, refused.text]).toEqual([
    422,
    'Videos and voice notes can\u2019t be uploaded right now. Choose a photo instead.\n',
  ])
  await context.close()
  rmSync(bare, { recursive: true, force: true })
})
