import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LIVE_PATH } from '#app/platform/live.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { type LivePair, type LivePerson, makeLivePairs, RATE_MINOR } from '#tests/support/live-pairs.ts'
import { liveEnvironment } from '#tests/support/live-product.ts'
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { isLongRun, keepFigures } from './kept-figures.ts'

vi.setConfig({ testTimeout: isLongRun ? 3 * 3_600_000 : 180_000, hookTimeout: 180_000 })

/** Two clients for each pair. */
const PAIRS = isLongRun ? 500 : 8
const KILLS = isLongRun ? 100 : 3
/** The messages of a round are spread over this time; the server is killed in its middle. */
const ROUND_MS = isLongRun ? 6_000 : 600
const BACK_WITHIN_MS = 10_000

let database: OwnPostgres
let owner: pg.Client
const dataDir = mkdtempSync(join(tmpdir(), 'peach-live-'))
const nodes: Product[] = []
let environment: Record<string, string>

beforeAll(async () => {
  database = await startOwnPostgres()
  environment = { ...liveEnvironment(database.url), ROLES: 'web', WEB_PROCESSES: '1' }
  useSecrets([environment.APP_SECRET!])
  nodes.push(await startProduct({ dataDir, env: environment }))
  nodes.push(await startProduct({ dataDir, env: environment }))
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await Promise.all(nodes.map((node) => node.stop()))
  await database?.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

type Answer = {
  messages?: { seq: number; body: string }[]
  more?: boolean
  sent?: object
  refusal?: { text: string }
}

/** An open conversation of one side: it hears by its live connection that something came, and reads it by the ordinary route. */
class Side {
  readonly seen: { seq: number; body: string }[] = []
  readonly socket: Socket
  private reading: Promise<void> | null = null
  private again = false
  private readonly node: number
  private readonly person: LivePerson
  private readonly threadId: string

  constructor(node: number, person: LivePerson, threadId: string) {
    this.node = node
    this.person = person
    this.threadId = threadId
    const { url } = nodes[node]!
    this.socket = io(url, {
      path: LIVE_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 500,
      reconnectionDelayMax: 5_000,
      extraHeaders: { origin: url, cookie: person.cookie, 'x-forwarded-for': person.address },
    })
    this.socket.on('connect', () => {
      this.socket.emit('join', [`thread:${threadId}`])
      void this.read()
    })
    for (const event of ['notice', 'sync']) this.socket.on(event, () => void this.read())
  }

  read(): Promise<void> {
    this.again = true
    this.reading ??= this.readAll().finally(() => (this.reading = null))
    return this.reading
  }

  private async readAll(): Promise<void> {
    while (this.again) {
      this.again = false
      const after = this.seen.at(-1)?.seq ?? 0
      const news = await this.ask(`?after=${after}`)
      if (!news?.messages) return
      for (const { seq, body } of news.messages) if (seq > (this.seen.at(-1)?.seq ?? 0)) this.seen.push({ seq, body })
      this.again ||= news.more === true
    }
  }

  async ask(query: string, form?: URLSearchParams): Promise<Answer | null> {
    const { url } = nodes[this.node]!
    try {
      const answer = await fetch(`${url}/chat/${this.threadId}/messages${query}`, {
        method: form ? 'POST' : 'GET',
        ...(form && { body: form }),
        redirect: 'manual',
        headers: { origin: url, cookie: this.person.cookie, 'x-forwarded-for': this.person.address },
      })
      return answer.headers.get('content-type')?.includes('json') ? ((await answer.json()) as Answer) : null
    } catch {
      return null
    }
  }

  /** Sends until it is answered, as a page does whose answers are lost. */
  async send(text: string): Promise<void> {
    const form = new URLSearchParams({ text, client_id: randomUUID(), shown: String(RATE_MINOR) })
    for (;;) {
      const answer = await this.ask('', form)
      if (answer?.sent) return
      if (answer?.refusal) throw new Error(answer.refusal.text)
      await pause(200)
    }
  }
}

async function untilAll(sides: Side[], check: (side: Side) => boolean, ms: number): Promise<number> {
  const began = performance.now()
  while (!sides.every(check)) {
    const waits = sides.filter((side) => !check(side))
    if (performance.now() - began > ms)
      throw new Error(
        `${waits.length} of ${sides.length} clients never came so far: ${nodes.map((node) => node.output()).join('\n')}`,
      )
    await pause(20)
  }
  return performance.now() - began
}

test(`CHAT-02a CHAT-02d CHAT-03a a server of two is killed ${KILLS} times under ${2 * PAIRS} live clients: all come back, and no message is lost, doubled, out of order or paid twice`, async () => {
  const pairs = await makeLivePairs(owner, PAIRS, RATE_MINOR * BigInt(KILLS))
  const sides = pairs.map(({ fan, creator, threadId }: LivePair, nth) => ({
    fan: new Side(nth % 2, fan, threadId),
    // At the other server.
    creator: new Side((nth + 1) % 2, creator, threadId),
  }))
  const all = sides.flatMap(({ fan, creator }) => [fan, creator])
  await untilAll(all, ({ socket }) => socket.connected, 60_000)
  let slowestBackMs = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = kill % 2
    const sending = sides.map(async ({ fan }, nth) => {
      await pause((ROUND_MS * nth) / PAIRS)
      await fan.send(`message ${kill}`)
    })
    await pause(ROUND_MS / 2)
    const { port } = new URL(nodes[victim]!.url)
    await nodes[victim]!.kill()
    nodes[victim] = await startProduct({ dataDir, port: Number(port), env: environment })
    slowestBackMs = Math.max(
      slowestBackMs,
      await untilAll(all, ({ socket }) => socket.connected, isLongRun ? 60_000 : BACK_WITHIN_MS),
    )
    await Promise.all(sending)
    await untilAll(all, ({ seen }) => seen.length > kill, 10_000)
  }
  const wanted = Array.from({ length: KILLS }, (_, nth) => ({ seq: nth + 1, body: `message ${nth}` }))
  for (const { seen } of all) expect(seen).toEqual(wanted)
  expect(slowestBackMs).toBeLessThan(BACK_WITHIN_MS)
  const { rows } = await owner.query<{ stored: string; entries: string; left: string }>(
    `select (select count(*) from chat_messages)::text as stored,
       (select count(*) from journal_entries where kind = 'message_paid')::text as entries,
       (select sum(ledger_balance(id))::text from ledger_accounts where purpose = 'wallet') as left`,
  )
  expect(rows).toEqual([{ stored: String(PAIRS * KILLS), entries: String(PAIRS * KILLS), left: '0' }])
  keepFigures('live-kills', {
    kills: KILLS,
    clients: 2 * PAIRS,
    messages: PAIRS * KILLS,
    lost: 0,
    slowestBackMs: Math.round(slowestBackMs),
  })
  for (const { socket } of all) socket.disconnect()
})
