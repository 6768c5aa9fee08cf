// The simulator as a process: refusing to start, surviving kill -9, following the product's clock, ending with its parent.
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSettings } from './options.ts'
import { startSimulator } from './server.ts'
import { type Loose, paymentBody, type Shop, startShop } from '#tests/support/simulator-harness.ts'

const KEY = 'FLWSECK_TEST-process-X'
const ENTRY = join(import.meta.dirname, 'main.ts')

let shop: Shop
let folder: string
const children = new Set<ChildProcess>()

beforeAll(async () => {
  shop = await startShop()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  return () => rmSync(folder, { recursive: true, force: true })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await shop.close()
})

interface Running {
  child: ChildProcess
  url: string
}

function launch(env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [ENTRY], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.add(child)
  return child
}

async function start(env: Record<string, string> = {}): Promise<Running> {
  const child = launch({
    SIMULATOR_PORT: '0',
    SIMULATOR_DATA_DIR: join(folder, 'state'),
    SIMULATOR_SECRET_KEY: KEY,
    SIMULATOR_WEBHOOK_URL: shop.url,
    SIMULATOR_WEBHOOK_HASH: 'process-hash',
    ...env,
  })
  const message = await new Promise<Loose>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`exited with ${code}`)))
  })
  expect(message.type).toBe('ready')
  return { child, url: `http://127.0.0.1:${message.port}` }
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve))

async function call(running: Running, method: string, path: string, body?: unknown): Promise<Loose> {
  const response = await fetch(`${running.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.json()
}

const pay = async (running: Running, txRef: string, outcome: string) => {
  await call(running, 'POST', '/v3/payments', paymentBody(shop, txRef))
  return call(running, 'POST', '/control/pay', { tx_ref: txRef, outcome })
}
const verify = (running: Running, txRef: string) =>
  call(running, 'GET', `/v3/transactions/verify_by_reference?tx_ref=${txRef}`)

async function refusal(env: Record<string, string>): Promise<[number | null, string]> {
  const child = launch({ SIMULATOR_PORT: '0', ...env })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return [await exitOf(child), output]
}

test.each([
  [{ DEMO: '0' }, 'simulator: the payment simulator does not start with DEMO=0\n'],
  [{ SIMULATOR_SECRET_KEY: 'FLWSECK-abc-X' }, /^simulator: SIMULATOR_SECRET_KEY looks like a live key[^\n]*\n$/],
])('it refuses to start with %o, in one line', async (env, line) => {
  const [code, output] = await refusal(env)
  expect(code).toBe(1)
  expect(output).toMatch(line)
})

test.each([
  [{}, 'SIMULATOR_PORT is required'],
  [{ SIMULATOR_PORT: 'http' }, 'SIMULATOR_PORT is required'],
  [{ SIMULATOR_PORT: '1', FLUTTERWAVE_SECRET_KEY: 'FLWSECK-live-X' }, 'looks like a live key'],
  [{ SIMULATOR_PORT: '1', SIMULATOR_SECRET_KEY: 'secret' }, 'must be a test key'],
  [{ SIMULATOR_PORT: '1', SIMULATOR_ACCOUNT_ID: 'x' }, 'SIMULATOR_ACCOUNT_ID'],
  [{ SIMULATOR_PORT: '1', SIMULATOR_WEBHOOK_URL: 'here' }, 'SIMULATOR_WEBHOOK_URL'],
  [{ SIMULATOR_PORT: '1', SIMULATOR_WEBHOOK_SHAPE: 'round' }, 'SIMULATOR_WEBHOOK_SHAPE'],
])('the settings %o are refused', (env, text) => {
  expect(readSettings(env as Record<string, string>)).toContain(text)
})

test('a simulator in this process refuses a live key too', async () => {
  await expect(startSimulator({ secretKey: 'FLWSECK-live-X' })).rejects.toThrow('test key')
})

test('kill -9 loses nothing that was acknowledged', async () => {
  const first = await start()
  const paid = await pay(first, 'kept', 'approve')
  await pay(first, 'open', 'timeout')
  await call(first, 'POST', '/control/scenario', { scenario: 'P04', match: { tx_ref: 'later' } })
  const before = await call(first, 'GET', '/control/state')
  const gone = exitOf(first.child)
  first.child.kill('SIGKILL')
  await gone
  // What a process killed in the middle of a line leaves behind.
  appendFileSync(join(folder, 'state', 'journal.jsonl'), '[["links",{"id":"fl')
  const second = await start()
  const after = await call(second, 'GET', '/control/state')
  const moving = { now: null, links: null }
  expect({ ...after, ...moving }).toEqual({ ...before, ...moving })
  expect((await verify(second, 'kept')).data).toEqual(paid.transaction)
  expect((await pay(second, 'later', 'approve')).transaction.status).toBe('failed')
  const newer = await pay(second, 'newer', 'approve')
  expect(newer.transaction.id).toBeGreaterThan(paid.transaction.id)
  const third = await restart(second)
  expect((await verify(third, 'newer')).data.id).toBe(newer.transaction.id)
})

async function restart(running: Running, env: Record<string, string> = {}): Promise<Running> {
  const gone = exitOf(running.child)
  running.child.kill('SIGTERM')
  expect(await gone).toBe(0)
  return start(env)
}

test('timers that were due while it was down run at the next start, and the clock file moves time', async () => {
  const clockFile = join(folder, 'clock.json')
  const first = await start({ SIMULATOR_CLOCK_FILE: clockFile })
  await pay(first, 'prompt', 'timeout')
  await pay(first, 'prompt-2', 'timeout')
  writeFileSync(clockFile, JSON.stringify({ advancedByMs: 300_000 }))
  expect((await verify(first, 'prompt')).data.status).toBe('pending')
  writeFileSync(clockFile, JSON.stringify({ advancedByMs: 601_000 }))
  await expect.poll(() => shop.received.filter((webhook) => webhook.text.includes('prompt')).length).toBe(2)
  expect((await verify(first, 'prompt')).data).toMatchObject({
    status: 'failed',
    processor_response: 'Activity timed out',
  })
  await pay(first, 'asleep', 'timeout')
  const gone = exitOf(first.child)
  first.child.kill('SIGKILL')
  await gone
  writeFileSync(clockFile, JSON.stringify({ advancedByMs: 2_000_000 }))
  const second = await start({ SIMULATOR_CLOCK_FILE: clockFile })
  await expect.poll(() => shop.received.some((webhook) => webhook.text.includes('asleep'))).toBe(true)
  expect((await verify(second, 'asleep')).data.status).toBe('failed')
})

test('real time runs timers by itself', async () => {
  const running = await start()
  await call(running, 'POST', '/v3/payments', paymentBody(shop, 'real-time'))
  await call(running, 'POST', '/control/scenario', { scenario: 'W01', match: { tx_ref: 'real-time' } })
  await call(running, 'POST', '/control/pay', { tx_ref: 'real-time', outcome: 'approve' })
  const arrived = () => shop.received.filter((webhook) => webhook.text.includes('real-time')).length
  await expect.poll(arrived, { timeout: 10_000 }).toBe(2)
})

test('it ends when its parent disconnects', async () => {
  const { child } = await start()
  const gone = exitOf(child)
  child.disconnect()
  expect(await gone).toBe(0)
})
