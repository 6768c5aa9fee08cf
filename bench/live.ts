import pg from 'pg'
import type { WebSocket } from 'ws'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { type LivePair, makeLivePairs, RATE_MINOR } from '#tests/support/live-pairs.ts'
import { liveEnvironment } from '#tests/support/live-product.ts'
import { startOwnPostgres } from '#tests/support/own-postgres.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { buildIfStale } from '../bin/build-if-stale.ts'
import { startBaseline } from './baseline-server.ts'
import { lacksPgbench } from './database.ts'
import { alternate, type Bench, type Figure, percentile, ratios } from './figure.ts'
import { askThread, inBatches, noticeOf, openBare, openLive } from './live-clients.ts'
import { measureMessages } from './messages.ts'
import { steadily } from './open-loop.ts'
import { cpuMs, residentMiB } from './processes.ts'

const PAIRS = 500
const CLIENTS = 2 * PAIRS
const EVENTS = 100
const PER_SECOND = 100

/** The live connection with a thousand clients on one server, and the messages that it tells of. */
export const live: Bench = {
  name: 'live',
  description: '1,000 live clients: a room of all of them to bare ws, paid messages at 100 a second, memory, pgbench',
  needs: 'about 300 MB of disk and 3 minutes',
  lacks: lacksPgbench,
  run: async ({ rounds, seconds }) => [
    ...(await withLiveServer((server) => measureServer(server, rounds, seconds))),
    ...(await measureMessages(rounds, seconds)),
  ],
}

type LiveServer = { product: Product; owner: pg.Client; pairs: LivePair[] }

/** The built product without demo data, on a durable database of its own. */
export async function withLiveServer<Value>(work: (server: LiveServer) => Promise<Value>): Promise<Value> {
  buildIfStale()
  const database = await startOwnPostgres()
  const environment: Record<string, string> = liveEnvironment(database.url)
  useSecrets([environment.APP_SECRET!])
  const env = { ...environment, ROLES: 'web', WEB_PROCESSES: '1', BUDGET_FACTOR: '1000' }
  const product = await startProduct({ env, readyWithin: 240_000 })
  const owner = new pg.Client({ connectionString: database.url })
  try {
    await owner.connect()
    return await work({ product, owner, pairs: await makeLivePairs(owner, PAIRS, RATE_MINOR * 100_000n) })
  } finally {
    await owner.end()
    await product.remove()
    await database.remove()
  }
}

async function measureServer(
  { product, owner, pairs }: LiveServer,
  rounds: number,
  seconds: number,
): Promise<Figure[]> {
  const before = residentMiB(product.pid)
  const seen = { inRoom: 0 }
  const watched = pairs[0]!.creator.id
  const arrivals = new Arrivals(product.url)
  const people = pairs.flatMap(({ fan, creator, threadId }) => [
    { person: fan, threadId, side: 'fan' as const },
    { person: creator, threadId, side: 'creator' as const },
  ])
  const clients: WebSocket[] = []
  await inBatches(people, async (one) => {
    const channels = [`presence:${watched}`, `thread:${one.threadId}`]
    const onNotice = (text: string) => {
      if (text.includes('"presence"')) seen.inRoom += 1
      else arrivals.hear(one, text)
    }
    clients.push(await openLive(product.url, one.person, channels, onNotice))
  })
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const perConnection = ((residentMiB(product.pid) - before) * 1_024) / CLIENTS
  const room = await measureRoom(owner, watched, seen, rounds)
  const messages = await measureArrival(pairs, arrivals, { pid: product.pid, rounds, seconds })
  for (const client of clients) client.terminate()
  return [
    ...room,
    ...messages,
    { name: 'memory of a connection', unit: 'KiB', values: [perConnection], target: { max: 60 } },
  ]
}

/** One event after the other is stored and told to a room of everybody. */
async function measureRoom(
  owner: pg.Client,
  watched: string,
  seen: { inRoom: number },
  rounds: number,
): Promise<Figure[]> {
  const notice = { channel: `presence:${watched}`, kind: 'presence' }
  const store = (channel: string) =>
    owner.query(
      `with stored as (update creators set heartbeat_at = now() where profile_id = $1 returning 1) select pg_notify($2, $3) from stored`,
      [watched, channel, JSON.stringify({ notices: [notice] })],
    )
  const baseline = await startBaseline('ws-room.ts', [])
  const bare = { received: 0 }
  const clients: WebSocket[] = []
  await inBatches(Array.from({ length: CLIENTS }), async () => {
    clients.push(await openBare(baseline.url, () => (bare.received += 1)))
  })
  const speaker = await openBare(baseline.url, () => {})
  const text = `42${JSON.stringify(['notice', notice])}`
  try {
    const deliver = async (event: () => Promise<unknown>, received: () => number) => {
      const [began, wanted] = [performance.now(), received() + EVENTS * CLIENTS]
      for (let nth = 0; nth < EVENTS; nth += 1) await event()
      while (received() < wanted) await new Promise((resolve) => setTimeout(resolve, 1))
      return (EVENTS * CLIENTS) / ((performance.now() - began) / 1_000)
    }
    const ours = () =>
      deliver(
        () => store('peach_live'),
        () => seen.inRoom,
      )
    const limit = () =>
      deliver(
        () => store('nobody').then(() => speaker.send(text)),
        () => bare.received,
      )
    await ours()
    await limit()
    const measured = await alternate(rounds, { ours, limit })
    return [
      {
        name: 'stored events to a room of 1,000, to bare ws',
        unit: '×',
        values: ratios(measured.ours, measured.limit),
        target: { min: 0.7 },
      },
      { name: 'delivered to a room of 1,000', unit: 'a second', values: measured.ours, target: null },
      { name: 'delivered by bare ws', unit: 'a second', values: measured.limit, target: null },
    ]
  } finally {
    for (const client of [speaker, ...clients]) client.terminate()
    await baseline.stop()
  }
}

type Listener = { person: LivePair['fan']; threadId: string; side: 'fan' | 'creator' }

/** Waits for messages at the other side as an open page does: it is told, then it reads. */
class Arrivals {
  private readonly waiting = new Map<string, { sent: number; resolve: () => void }>()
  readonly toNotice: number[] = []
  private readonly url: string

  constructor(url: string) {
    this.url = url
  }

  hear({ person, threadId, side }: Listener, text: string): void {
    const { kind, seq } = noticeOf(text)
    const read = (after: number) => askThread(this.url, person, { threadId, after })
    // The fan's page shows a receipt without asking.
    if (side === 'fan') return
    const wait = this.waiting.get(threadId)
    if (kind !== 'message' || !wait) return
    this.toNotice.push(performance.now() - wait.sent)
    this.waiting.delete(threadId)
    void read(seq! - 1).then((answer) => {
      if (!answer.includes('"messages":[{')) throw new Error(`nothing to read: ${answer}`)
      wait.resolve()
    })
  }

  /** Sends a paid message and resolves when the other side has read it. */
  send({ fan, threadId }: LivePair): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.set(threadId, { sent: performance.now(), resolve })
      askThread(this.url, fan, { threadId, text: 'Good evening, how was your day?' }).catch(reject)
    })
  }
}

async function measureArrival(
  pairs: LivePair[],
  arrivals: Arrivals,
  { pid, rounds, seconds }: { pid: number; rounds: number; seconds: number },
): Promise<Figure[]> {
  const figures = { read: [], told: [], calm: [], cpu: [] } as Record<string, number[]>
  let next = 0
  const send = () => arrivals.send(pairs[(next += 1) % PAIRS]!)
  const calmly = { perSecond: PER_SECOND / 4, seconds }
  // As long as new code is slow.
  await steadily({ perSecond: PER_SECOND, seconds }, send)
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuMs(pid)
    figures.calm!.push(percentile(await steadily(calmly, send), 0.99))
    figures.cpu!.push((cpuMs(pid) - before) / (calmly.perSecond * seconds))
    arrivals.toNotice.length = 0
    figures.read!.push(percentile(await steadily({ perSecond: PER_SECOND, seconds }, send), 0.99))
    figures.told!.push(percentile(arrivals.toNotice, 0.99))
  }
  return [
    { name: 'from a paid send to its notice, p99 at 100/s', unit: 'ms', values: figures.told!, target: { max: 50 } },
    { name: 'from a paid send until it is read, p99 at 100/s', unit: 'ms', values: figures.read!, target: null },
    { name: 'the same at 25/s', unit: 'ms', values: figures.calm!, target: null },
    { name: 'processor time of the server for one', unit: 'ms', values: figures.cpu!, target: null },
  ]
}
