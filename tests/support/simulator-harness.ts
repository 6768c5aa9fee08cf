// A simulator in this process with a manual clock, and a shop that receives its webhooks.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createManualClock, type ManualClock } from '#simulator/clock.ts'
import { type Simulator, type SimulatorOptions, startSimulator } from '#simulator/server.ts'

export const START = Date.parse('2026-11-20T09:00:00.000Z')
export const SECRET_KEY = 'FLWSECK_TEST-harness-X'
export const HASH = 'harness-hash'

/** Parsed JSON of any shape; assertions define what is expected of it. */
// oxlint-disable-next-line typescript/no-explicit-any -- the tests look into answers of every shape
export type Loose = any

export interface Received {
  hash: string | undefined
  size: number
  text: string
  body: Loose
}

export interface Shop {
  url: string
  received: Received[]
  /** How the shop answers; default 200. */
  status: number
  close(): Promise<void>
}

export async function startShop(): Promise<Shop> {
  const received: Received[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const hash = request.headers['verif-hash']
      received.push({ hash: typeof hash === 'string' ? hash : undefined, size: text.length, text, body: parsed(text) })
      response.writeHead(shop.status, shop.status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const shop: Shop = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    status: 200,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return shop
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  body: Loose
}

export class Harness {
  readonly simulator: Simulator
  readonly clock: ManualClock
  readonly shop: Shop

  constructor(simulator: Simulator, clock: ManualClock, shop: Shop) {
    this.simulator = simulator
    this.clock = clock
    this.shop = shop
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const response = await fetch(`${this.simulator.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }

  get(path: string): Promise<Reply> {
    return this.call('GET', path)
  }

  /** Creates a payment and answers its link, as a path on the simulator. */
  async payment(txRef: string, overrides: Record<string, unknown> = {}): Promise<string> {
    const reply = await this.call('POST', '/v3/payments', paymentBody(this.shop, txRef, overrides))
    if (reply.status !== 200) throw new Error(`no link: ${reply.status} ${reply.text}`)
    return new URL(reply.body.data.link).pathname
  }

  async open(path: string): Promise<Reply> {
    return this.call('GET', path, undefined, { authorization: '' })
  }

  /** Opens the page and presses one of its buttons; answers where it leads. */
  async press(
    path: string,
    action: string,
    fields: Record<string, string>,
    from: Reply | null = null,
  ): Promise<string> {
    const shown = from ?? (await this.open(path))
    const token = /name="token" value="([^"]+)"/.exec(shown.text)?.[1] ?? ''
    const method = /name="method" value="([^"]+)"/.exec(shown.text)?.[1] ?? ''
    const link = path.split('?')[0] ?? path
    const reply = await this.call(
      'POST',
      `${link}/${action}`,
      String(new URLSearchParams({ token, method, ...fields })),
      {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: '',
      },
    )
    if (reply.status === 303) return reply.headers.get('location') ?? ''
    throw new Error(`no redirect: ${reply.status} ${reply.text.slice(0, 200)}`)
  }

  approve(path: string): Promise<string> {
    return this.press(path, 'answer', { outcome: 'approve' })
  }

  byReference(txRef: string): Promise<Reply> {
    return this.get(`/v3/transactions/verify_by_reference?tx_ref=${encodeURIComponent(txRef)}`)
  }

  async status(txRef: string): Promise<string> {
    const reply = await this.byReference(txRef)
    return reply.body.data?.status ?? reply.body.message
  }

  control(address: string, body: unknown): Promise<Reply> {
    return this.call('POST', `/control/${address}`, body)
  }

  async state(txRef: string): Promise<Loose> {
    return (await this.get(`/control/state?tx_ref=${encodeURIComponent(txRef)}`)).body
  }

  /** Webhooks received about a payment. */
  about(txRef: string): Received[] {
    return this.shop.received.filter((webhook) => webhook.text.includes(txRef))
  }

  async advance(ms: number): Promise<void> {
    this.clock.advance(ms)
    await this.simulator.settled()
  }

  async close(): Promise<void> {
    await this.simulator.close()
    await this.shop.close()
  }
}

export function paymentBody(
  shop: Shop,
  txRef: string,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    tx_ref: txRef,
    amount: 180_000,
    currency: 'UGX',
    redirect_url: `${shop.url}/payment-callback`,
    payment_options: 'card,mobilemoneyuganda',
    customer: { email: 'fan@example.test', name: 'A Fan' },
    customizations: { title: 'Peach' },
    ...overrides,
  }
}

export async function startHarness(options: SimulatorOptions = {}): Promise<Harness> {
  const shop = await startShop()
  const clock = createManualClock(START)
  const webhooks = { webhookUrl: `${shop.url}/webhooks/flutterwave`, webhookHash: HASH }
  const simulator = await startSimulator({ ...webhooks, secretKey: SECRET_KEY, clock, ...options })
  return new Harness(simulator, clock, shop)
}
