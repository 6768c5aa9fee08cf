import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { type LivePair, makeLivePairs, RATE_MINOR } from './support/live-pairs.ts'
import { liveEnvironment } from './support/live-product.ts'
import { LiveSide } from './support/live-side.ts'
import { until } from './support/live.ts'
import { hasRedis, type OwnRedis, startOwnRedis } from './support/own-redis.ts'
import { type OwnPostgres, startOwnPostgres } from './support/own-postgres.ts'
import { type Product, startProduct } from './support/product.ts'

const MESSAGES = 3
const WALLET_MINOR = RATE_MINOR * BigInt(2 * MESSAGES)
const AT_ONCE_MS = 1_000

let database: OwnPostgres
let owner: pg.Client
let redis: OwnRedis | null = null
const dataDir = mkdtempSync(join(tmpdir(), 'peach-nodes-'))
let nodes: Product[] = []
let pairs: LivePair[] = []
let open: LiveSide[] = []

beforeAll(async () => {
  database = await startOwnPostgres()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
}, 300_000)
afterAll(async () => {
  await owner?.end()
  await database?.remove()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

/** The first with two web processes on its port. */
async function startNodes(more: Record<string, string>): Promise<void> {
  const environment: Record<string, string> = { ...liveEnvironment(database.url), ROLES: 'web', ...more }
  useSecrets([environment.APP_SECRET!])
  nodes = await Promise.all(
    ['2', '1'].map((WEB_PROCESSES) =>
      startProduct({ dataDir, env: { ...environment, WEB_PROCESSES }, readyWithin: 240_000 }),
    ),
  )
}
const stopNodes = () => Promise.all(nodes.splice(0).map((node) => node.stop()))

afterEach(() => {
  for (const { socket } of open.splice(0)) socket.disconnect()
})

/** Several conversations at once, so that with two processes on one port some have their sides on different ones. */
async function converse(count: number, [fanAt, creatorAt]: readonly [number, number]) {
  const sides = pairs.splice(0, count).map(({ fan, creator, threadId }) => ({
    threadId,
    fan: new LiveSide(nodes[fanAt]!.url, fan, threadId),
    creator: new LiveSide(nodes[creatorAt]!.url, creator, threadId),
    fanId: fan.id,
  }))
  open = sides.flatMap(({ fan, creator }) => [fan, creator])
  await until(() => open.every(({ socket }) => socket.connected), 20_000)
  // What they ask for after joining.
  await pause(300)
  return sides
}

describe.each(hasRedis() ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'])('notices through %s', (through) => {
  beforeAll(async () => {
    redis = through === 'Redis' ? await startOwnRedis() : null
    await startNodes(redis ? { REDIS_URL: redis.url } : {})
    pairs = await makeLivePairs(owner, 13, WALLET_MINOR, through.toLowerCase())
  }, 300_000)
  afterAll(async () => {
    await stopNodes()
    await redis?.stop()
  }, 60_000)

  describe.each([
    { where: 'two processes on one port', at: [0, 0] as const },
    { where: 'two servers with one database', at: [0, 1] as const },
  ])('$where', { timeout: 60_000 }, ({ at }) => {
    test('CHAT-02a CHAT-02d CHAT-03a messages are heard at once by both sides, in order, each paid once', async () => {
      const sides = await converse(4, at)
      for (const { fan, creator } of sides)
        for (let nth = 0; nth < MESSAGES; nth += 1) {
          await fan.send(`asked ${nth}`)
          await until(() => creator.seen.length === 2 * nth + 1, AT_ONCE_MS)
          await creator.send(`answered ${nth}`)
          await until(() => fan.seen.length === 2 * nth + 2, AT_ONCE_MS)
        }
      const wanted = Array.from({ length: 2 * MESSAGES }, (_, nth) => ({
        seq: nth + 1,
        body: `${nth % 2 === 0 ? 'asked' : 'answered'} ${Math.floor(nth / 2)}`,
      }))
      for (const { fan, creator } of sides) {
        await fan.read()
        await creator.read()
        expect([fan.seen, creator.seen]).toEqual([wanted, wanted])
      }
      const { rows } = await owner.query<{ left: string }>(
        `select (-sum(ledger_balance(id)))::text as left from ledger_accounts where purpose = 'wallet' and owner_id = any ($1::uuid[])`,
        [sides.map(({ fanId }) => fanId)],
      )
      expect(rows[0]!.left).toBe(String(sides.length * Number(RATE_MINOR) * MESSAGES))
    })

    test('CHAT-02a one message that is sent at both at once is stored and paid once', async () => {
      const [pair] = await converse(1, at)
      const other = new LiveSide(nodes[at[1]]!.url, pair!.fan.person, pair!.threadId)
      open.push(other)
      const clientId = randomUUID()
      const sent = await Promise.all([pair!.fan, other, pair!.fan, other].map((side) => side.send('once', clientId)))
      expect(new Set(sent.map(({ seq }) => seq))).toEqual(new Set([1]))
      await until(() => pair!.creator.seen.length === 1, AT_ONCE_MS)
      const { rows } = await owner.query<{ left: string }>(
        `select (-ledger_balance(id))::text as left from ledger_accounts where purpose = 'wallet' and owner_id = $1`,
        [pair!.fanId],
      )
      expect(rows[0]!.left).toBe(String(WALLET_MINOR - RATE_MINOR))
    })

    test('CHAT-02e CHAT-05a typing and reading are seen at the other; after a block typing is not, and signing out closes the connection', async () => {
      const [pair] = await converse(1, at)
      const { fan, creator, threadId } = pair!
      fan.socket.emit('typing', threadId)
      await until(() => creator.notices.some(({ kind, by }) => kind === 'typing' && by === 'fan'), AT_ONCE_MS)
      await fan.send('read me')
      await until(() => fan.notices.some(({ kind, by }) => kind === 'read' && by === 'creator'), AT_ONCE_MS)
      expect((await fan.ask('?after=0'))?.otherReadSeq).toBe(1)

      expect((await creator.post(`/chat/${threadId}/block`, new URLSearchParams())).status).toBe(303)
      creator.notices.length = 0
      fan.socket.emit('typing', threadId)
      await pause(300)
      expect(creator.notices.filter(({ kind }) => kind === 'typing')).toEqual([])
      await expect(fan.send('after the block')).rejects.toThrow()

      // Another browser of the same session, at the other server.
      const elsewhere = new LiveSide(nodes[at[1]]!.url, fan.person, threadId)
      open.push(elsewhere)
      await until(() => elsewhere.socket.connected, 5_000)
      await fan.post('/sign-out', new URLSearchParams())
      await until(() => !fan.socket.connected && !elsewhere.socket.connected, AT_ONCE_MS)
    })
  })

  if (through === 'Redis')
    test(
      'CHAT-02b a message that is sent while Redis is away is stored and paid, and is heard when Redis is back',
      { timeout: 60_000 },
      async () => {
        const [pair] = await converse(1, [0, 1])
        const { fan, creator } = pair!
        await fan.send('heard')
        await until(() => creator.seen.length === 1, AT_ONCE_MS)
        await redis!.stop()
        // Pages know that they hear nothing, and ask by themselves.
        await until(() => !creator.socket.connected, 5_000)
        await fan.send('while it is away')
        expect((await creator.ask('?after=1'))?.messages).toHaveLength(1)
        await redis!.start()
        await until(() => creator.socket.connected && fan.socket.connected, 30_000)
        await until(() => creator.seen.length === 2, 5_000)
        await fan.send('after it')
        await until(() => creator.seen.length === 3, AT_ONCE_MS)
      },
    )
})
