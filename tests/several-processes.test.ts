import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeS3, S3_KEYS, startFakeS3 } from './support/fake-s3.ts'
import { addMember, liveEnvironment, type Mailbox, startMailbox } from './support/live-product.ts'
import { askOnce, type OwnPostgres, startOwnPostgres } from './support/own-postgres.ts'
import { type Product, startProduct } from './support/product.ts'

const MEMBERS = 6
const TIMEOUT_MS = 120_000

let database: OwnPostgres
let mailbox: Mailbox
const dataDir = mkdtempSync(join(tmpdir(), 'peach-shared-'))
const products: Product[] = []
const web: Product[] = []

beforeAll(async () => {
  ;[database, mailbox] = await Promise.all([startOwnPostgres(), startMailbox()])
  // All at once, on an empty database and an empty folder: they must coordinate by themselves.
  const env = liveEnvironment(database.url, { smtpUrl: mailbox.url })
  const started = await Promise.allSettled(
    ['web', 'web', 'worker', 'worker'].map(async (roles) => {
      const product = await startProduct({ dataDir, env: { ...env, ROLES: roles }, readyWithin: 240_000 })
      products.push(product)
      if (roles === 'web') web.push(product)
    }),
  )
  for (const one of started) if (one.status === 'rejected') throw one.reason
}, 300_000)
afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()))
  await database?.remove()
  await mailbox?.close()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

/** One browser whose requests reach one process and then the other. */
class Browser {
  private readonly cookies = new Map<string, string>()
  private nth = 0
  private readonly address: string

  constructor(address: string) {
    this.address = address
  }

  async ask(path: string, body?: URLSearchParams | FormData): Promise<Response> {
    const { url } = web[(this.nth += 1) % web.length]!
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        origin: url,
        accept: 'text/html',
        'x-forwarded-for': this.address,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body ? { body } : {}),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string]
      this.cookies.set(name, value)
    }
    return answer
  }
}

async function codeFor(address: string): Promise<string> {
  return eventually(() => {
    const letter = mailbox.mails.find((mail) => mail.includes(`To: ${address}`))
    return /^(?:Subject: .*?\b|\s*)(\d{6})\b/m.exec(letter ?? '')?.[1] ?? null
  })
}

async function eventually<Value>(check: () => Value | null | Promise<Value | null>): Promise<Value> {
  const abandon = performance.now() + TIMEOUT_MS
  for (;;) {
    const found = await check()
    if (found !== null) return found
    if (performance.now() > abandon)
      throw new Error(`the condition was never met:\n${products.map((product) => product.output()).join('\n')}`)
    await pause(50)
  }
}

test('two web processes and two workers on one database and one DATA_DIR serve the main flow, and nothing fails', async () => {
  const shown: { browser: Browser; mediaId: string }[] = []
  for (let nth = 0; nth < MEMBERS; nth += 1) {
    const member = await addMember(database.url, `member_${nth}`)
    const email = `${member.username}@members.example`
    const browser = new Browser(`10.8.${nth}.1`)
    expect((await browser.ask('/auth', new URLSearchParams({ email, mode: 'sign-in' }))).status).toBe(303)
    const code = await codeFor(email)
    const proven = await browser.ask('/auth/code', new URLSearchParams({ intent: 'verify', code }))
    expect([proven.status, await proven.text()]).toEqual([303, ''])
    const form = new FormData()
    const { username } = member
    for (const [name, value] of Object.entries({ display_name: username, username, bio: '', city: '' }))
      form.set(name, value)
    const picture = await sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer()
    form.set('avatar', new File([new Uint8Array(picture)], 'me.jpg', { type: 'image/jpeg' }))
    expect((await browser.ask('/profile/edit', form)).headers.get('location')).toBe('/profile')
    const [row] = await askOnce<{ id: string }>(database.url, 'select id from media where owner_id = $1', [member.id])
    shown.push({ browser, mediaId: row!.id })
  }
  const states = await eventually(async () => {
    const rows = await askOnce<{ state: string }>(database.url, 'select state from media')
    return rows.some(({ state }) => state === 'processing') ? null : rows.map(({ state }) => state)
  })
  expect(states).toEqual(Array.from({ length: MEMBERS }, () => 'ready'))
  for (const { browser, mediaId } of shown)
    for (let each = 0; each < web.length; each += 1) {
      expect(await (await browser.ask('/profile')).text()).toContain(mediaId)
      const bytes = await browser.ask(`/media/${mediaId}/w160.webp`)
      expect([bytes.status, bytes.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect((await sharp(Buffer.from(await bytes.arrayBuffer())).metadata()).width).toBe(160)
    }
  const failed = await askOnce(
    database.url,
    `select name, output from pgboss.job where state = 'failed' or retry_count > 0`,
  )
  expect(failed).toEqual([])
}, 300_000)

test('a process with another media store refuses to start and explains what to do', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'peach-elsewhere-'))
  try {
    await expect(
      startProduct({ dataDir: elsewhere, env: { ...liveEnvironment(database.url), ROLES: 'worker' } }),
    ).rejects.toThrow(
      /the product ended with code 1:[\s\S]*Peach does not start: this database belongs to another media store, and .* was never one: use the DATA_DIR or S3_URL that the other processes on it use/,
    )
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
}, 120_000)

describe('a process with S3', () => {
  let bucket: FakeS3
  const folder = mkdtempSync(join(tmpdir(), 'peach-with-s3-'))
  beforeAll(async () => {
    bucket = await startFakeS3()
  })
  afterAll(() => {
    bucket.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(): Promise<Product> {
    const product = await startProduct({
      dataDir: folder,
      env: {
        ...liveEnvironment(database.url),
        ROLES: 'worker',
        S3_URL: bucket.url,
        S3_ACCESS_KEY: S3_KEYS.accessKey,
        S3_SECRET_KEY: S3_KEYS.secretKey,
      },
    })
    // A process that should never have started is stopped too.
    products.push(product)
    return product
  }

  test('refuses to start on a bucket that is another store, explains what to do, and writes nothing into it', async () => {
    await expect(start()).rejects.toThrow(
      /the product ended with code 1:[\s\S]*Peach does not start: this database belongs to another media store, and the store of S3_URL was never one: use the DATA_DIR or S3_URL that the other processes on it use/,
    )
    expect([...bucket.objects]).toEqual([])
    bucket.objects.set('/peach/store-identity', Buffer.from('of another'))
    await expect(start()).rejects.toThrow(
      /the product ended with code 1:[\s\S]*Peach does not start: this database belongs to another media store than the store of S3_URL: use the DATA_DIR or S3_URL that the other processes on it use/,
    )
  }, 120_000)

  test('starts on the bucket that the store was moved to', async () => {
    bucket.objects.set('/peach/store-identity', readFileSync(join(dataDir, 'media', 'store-identity')))
    const product = await start()
    expect(await product.stop()).toBe(0)
  }, 120_000)
})
