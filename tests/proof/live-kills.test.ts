import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { type LivePair, makeLivePairs, RATE_MINOR } from '#tests/support/live-pairs.ts'
import { liveEnvironment } from '#tests/support/live-product.ts'
import { LiveSide } from '#tests/support/live-side.ts'
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

async function untilAll(sides: LiveSide[], check: (side: LiveSide) => boolean, ms: number): Promise<number> {
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
    fan: new LiveSide(nodes[nth % 2]!.url, fan, threadId),
    // At the other server.
    creator: new LiveSide(nodes[(nth + 1) % 2]!.url, creator, threadId),
  }))
  const all = sides.flatMap(({ fan, creator }) => [fan, creator])
  for (const side of all) side.keepAsking()
  await untilAll(all, ({ socket }) => socket.connected, 60_000)
  let slowestBackMs = 0
  let slowestReadMs = 0
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
    slowestReadMs = Math.max(slowestReadMs, await untilAll(all, ({ seen }) => seen.length > kill, 45_000))
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
    slowestReadMs: Math.round(slowestReadMs),
  })
  for (const { socket } of all) socket.disconnect()
})
