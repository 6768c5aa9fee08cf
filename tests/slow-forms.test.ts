import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { liveEnvironment } from './support/live-product.ts'
import { type OwnPostgres, startOwnPostgres } from './support/own-postgres.ts'
import { type Product, startProduct } from './support/product.ts'

const HERE = '41.210.1'
const ELSEWHERE = '102.80.7.1'
/** A sender steps aside after half a second; a response that takes longer than this waited for one. */
const AT_MOST_MS = 5_000

let database: OwnPostgres
let product: Product
let senders: SlowForm[] = []

beforeAll(async () => {
  database = await startOwnPostgres()
  product = await startProduct({ env: { ...liveEnvironment(database.url), ROLES: 'web' }, readyWithin: 240_000 })
}, 300_000)
afterEach(() => {
  for (const sender of senders) sender.hangUp()
  senders = []
})
afterAll(async () => {
  await product?.remove()
  await database?.remove()
}, 60_000)

/** A visitor's form whose body arrives byte by byte until the test requests the rest. */
class SlowForm {
  answer = ''
  private body = 'returnTo=%2Fpublic-feed&padding='.padEnd(4_000, 'x')
  private readonly socket: Socket
  private readonly trickle: NodeJS.Timeout

  constructor(from: string) {
    const { host, hostname, port } = new URL(product.url)
    this.socket = connect(Number(port), hostname)
    this.socket.on('error', () => {})
    this.socket.setEncoding('utf8').on('data', (text: string) => (this.answer += text))
    const headers = {
      host,
      origin: product.url,
      'x-forwarded-for': from,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(this.body.length),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    this.socket.write(`POST /age HTTP/1.1\r\n${lines.join('')}\r\n`)
    this.trickle = setInterval(() => this.send(1), 100)
  }

  private send(count: number): void {
    this.socket.write(this.body.slice(0, count))
    this.body = this.body.slice(count)
  }

  /** Sends the rest at once and returns the status. */
  async finish(): Promise<number> {
    clearInterval(this.trickle)
    this.send(this.body.length)
    const abandon = performance.now() + AT_MOST_MS
    while (!this.answer.includes('\r\n\r\n') && performance.now() < abandon) await pause(20)
    return Number(this.answer.split(' ')[1])
  }

  isOnItsWay(): boolean {
    return this.answer === '' && !this.socket.destroyed
  }

  hangUp(): void {
    clearInterval(this.trickle)
    this.socket.destroy()
  }
}

async function sendSlowly(froms: string[]): Promise<void> {
  senders = froms.map((from) => new SlowForm(from))
  // All of them have arrived before any other request is sent.
  await pause(200)
}

/** A page that is not shared and a form, each with its status; a request that isn't answered in time throws. */
async function ask(from: string): Promise<number[]> {
  const headers = { 'x-forwarded-for': from, origin: product.url, accept: 'text/html' }
  const signal = AbortSignal.timeout(AT_MOST_MS)
  const page = await fetch(`${product.url}/no-such-page-${from}`, { headers, signal, redirect: 'manual' })
  await page.arrayBuffer()
  const form = await fetch(`${product.url}/age`, {
    method: 'POST',
    headers,
    signal,
    redirect: 'manual',
    body: new URLSearchParams({ returnTo: '/public-feed' }),
  })
  await form.arrayBuffer()
  return [page.status, form.status]
}

const SERVED = [404, 303]

test('eight slow forms block the site neither for their network nor for others, and are handled when they have arrived', async () => {
  await sendSlowly(Array.from({ length: 8 }, (_, nth) => `${HERE}.${nth + 1}`))
  // Those of another network have no queue before them; those of the same one wait until the slow ones step aside.
  expect(await Promise.all([ask(ELSEWHERE), ask(`${HERE}.99`)])).toEqual([SERVED, SERVED])
  expect(senders.filter((sender) => sender.isOnItsWay())).toHaveLength(8)
  expect(await ask(`${HERE}.100`)).toEqual(SERVED)
  expect(await Promise.all(senders.map((sender) => sender.finish()))).toEqual(Array.from({ length: 8 }, () => 303))
}, 60_000)

test('hundreds of slow forms from many networks take no place from other requests', async () => {
  await sendSlowly(Array.from({ length: 400 }, (_, nth) => `10.${nth % 50}.1.${Math.floor(nth / 50)}`))
  expect(await Promise.all([ask(ELSEWHERE), ask('10.1.1.99')])).toEqual([SERVED, SERVED])
  expect(senders.filter((sender) => sender.isOnItsWay())).toHaveLength(400)
}, 60_000)
