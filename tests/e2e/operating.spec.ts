import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { startOwnProduct } from '../support/fixture.ts'

let running: Product | undefined

// Also after a test that ran out of time.
test.afterEach(async () => {
  await running?.remove()
  running = undefined
})

test('a server that gets SIGTERM finishes its open requests and exits with 0, and a second server on its data is refused', async () => {
  test.setTimeout(180_000)
  const shop = await startOwnProduct()
  running = shop
  expect(readFileSync(join(shop.dataDir, 'server.pid'), 'utf8').trim()).toBe(String(shop.pid))
  const second = await runToTheEnd({ DATA_DIR: shop.dataDir, PORT: '20999' })
  expect(second).toMatchObject({
    code: 1,
    lines: [expect.stringContaining(`DATA_DIR is in use by the server with pid ${shop.pid}`)],
  })
  // The first server still runs and owns its folder.
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  expect(readFileSync(join(shop.dataDir, 'server.pid'), 'utf8').trim()).toBe(String(shop.pid))

  // An idle keep-alive connection, and a form whose second half comes after the signal.
  await fetch(`${shop.url}/healthz`)
  const form = 'returnTo=%2Fpublic-feed'
  const openRequest = request(`${shop.url}/age`, {
    method: 'POST',
    headers: {
      origin: shop.url,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(form.length),
    },
  })
  const answer = new Promise<number>((resolve, reject) => {
    openRequest.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode!))
    })
    openRequest.on('error', reject)
  })
  openRequest.write(form.slice(0, 10))
  await new Promise((resolve) => setTimeout(resolve, 500))
  const code = shop.stop()
  const connection = () =>
    fetch(`${shop.url}/healthz`).then(
      () => 'accepted',
      () => 'refused',
    )
  await expect.poll(connection, 'new connections, while the form is still open').toBe('refused')
  openRequest.end(form.slice(10))
  expect(await answer).toBe(303)
  expect(await code).toBe(0)
  expect(existsSync(join(shop.dataDir, 'server.pid'))).toBe(false)
  expect(existsSync(join(shop.dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
})

/** Starts the product as an operator does and waits until it exits. */
async function runToTheEnd(env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const child: ChildProcess = spawn(process.execPath, ['bin/start.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
  const code = await new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  clearTimeout(timer)
  return { code, lines: output.split('\n').filter((line) => line.trim() !== '') }
}

const SECRET = 'do-not-print-this-secret'
const PRODUCTION = {
  DEMO: '0',
  BASE_URL: 'https://peach.example',
  APP_SECRET: `${SECRET}-that-is-long-enough-for-the-rule`,
  SMTP_URL: `smtp://user:${SECRET}@mail.example:25`,
  MAIL_FROM: 'Peach <hello@peach.example>',
  FLUTTERWAVE_SECRET_KEY: `FLWSECK_TEST-${SECRET}-X`,
  FLUTTERWAVE_WEBHOOK_HASH: SECRET,
  FLUTTERWAVE_ACCOUNT_ID: '17321',
  OWNER_EMAIL: 'owner@peach.example',
  OWNER_SECRET_KEY: `${SECRET}-of-the-owner`,
}

const without = (name: keyof typeof PRODUCTION): Record<string, string> =>
  Object.fromEntries(Object.entries(PRODUCTION).filter(([key]) => key !== name))

const WRONG: [variable: string, env: Record<string, string>][] = [
  ['PORT', { PORT: SECRET }],
  ['DEMO', { DEMO: 'yes' }],
  ['APP_SECRET', { APP_SECRET: SECRET }],
  ['DATABASE_URL', { DATABASE_URL: `mysql://peach:${SECRET}@db/peach` }],
  ['SIMULATOR_PORT', { PORT: '20998', SIMULATOR_PORT: '20998' }],
  ['FLUTTERWAVE_WEBHOOK_HASH', { DEMO: '1', FLUTTERWAVE_SECRET_KEY: `FLWSECK_TEST-${SECRET}-X` }],
  [
    'FLUTTERWAVE_SECRET_KEY',
    {
      DEMO: '1',
      FLUTTERWAVE_SECRET_KEY: `FLWSECK-${SECRET}-X`,
      FLUTTERWAVE_WEBHOOK_HASH: SECRET,
      FLUTTERWAVE_ACCOUNT_ID: '1',
    },
  ],
  [
    'FLUTTERWAVE_BASE_URL',
    { ...PRODUCTION, FLUTTERWAVE_SECRET_KEY: `FLWSECK-${SECRET}-X`, FLUTTERWAVE_BASE_URL: 'http://localhost:1/v3' },
  ],
  ['S3_URL', { S3_ACCESS_KEY: SECRET }],
  ...(['APP_SECRET', 'FLUTTERWAVE_WEBHOOK_HASH', 'OWNER_SECRET_KEY'] as const).map(
    (name): [string, Record<string, string>] => [name, without(name)],
  ),
]

test('a wrong configuration stops the start with one line that names the variable and no secret', async () => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'peach-wrong-'))
  const waiting = [...WRONG]
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [variable, env] = next
      const { code, lines } = await runToTheEnd({
        DATA_DIR: join(folder, String(waiting.length)),
        PORT: '20997',
        ...env,
      })
      expect(lines, JSON.stringify(env)).toHaveLength(1)
      expect(lines[0]).toContain(variable)
      expect(lines[0]).not.toContain(SECRET)
      expect(code).toBe(1)
    }
  }
  await Promise.all([work(), work()])
  rmSync(folder, { recursive: true, force: true })
})
