import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcileGateway } from '#app/domain/reconciliation/reconcile-gateway.server.ts'
import { runTask } from '#app/jobs.server.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { closeDatabase, openDatabase } from '#app/platform/db.server.ts'
import { closeQueue, openQueue } from '#app/platform/queue.server.ts'
import { SERVER_ROLE } from '#app/platform/db.server.ts'
import { createDatabase, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { migrate } from '#server/migrate.ts'
import { backUp } from '#server/backup/back-up.ts'
import { restore } from '#server/backup/restore.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { COMMANDS } from './product-commands.ts'
import { startOf } from './flows.ts'
import { keepFigures } from './kept-figures.ts'
import { listBreaches } from './list-breaches.ts'
import { makeWorld, type World } from './world.ts'

type Cluster = Awaited<ReturnType<typeof startEmbeddedPostgres>>

const fixture = usePaymentFixture({ max: 4 })
const root = mkdtempSync(join(tmpdir(), 'peach-drill-'))
// PostgreSQL's own account must be able to enter the folder.
chmodSync(root, 0o711)
const dataDir = join(root, 'data')
const elsewhere = join(root, 'elsewhere')
const file = join(root, 'kept', 'peach.backup')
const TEN_MINUTES = 600
let cluster: Cluster
let owner: pg.Client
let advanced = 0

beforeAll(async () => {
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'app-secret'), 'the secret of this drill')
  await moveTo(await startCluster(dataDir))
}, 120_000)
afterAll(async () => {
  await owner.end()
  await closeQueue()
  await closeDatabase()
  await cluster.stop()
  rmSync(root, { recursive: true, force: true })
})

async function startCluster(folder: string): Promise<Cluster> {
  const started = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  await createDatabase(started.ownerUrl)
  await migrate(started.ownerUrl, { serverPassword: started.serverPassword, clockMoves: true })
  return started
}

/** From here on the product works on another cluster. */
async function moveTo(other: Cluster): Promise<void> {
  await closeQueue()
  await closeDatabase()
  cluster = other
  openDatabase(other.serverUrl, { max: 10 })
  await openQueue(other.serverUrl, SERVER_ROLE, { maintain: false })
  owner = new pg.Client({ connectionString: other.ownerUrl })
  await owner.connect()
  await advance(0)
}

async function advance(seconds: number): Promise<void> {
  advanced += seconds
  await fixture.advance(seconds)
  await owner.query('update app_clock set advanced_by = make_interval(secs => $1)', [advanced])
  await readClock()
}

/** A fan starts to pay for a pass; returns the payment's reference. */
async function starts(world: World): Promise<string> {
  const order = startOf(world.fans[1], { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: false })
  const started = (await COMMANDS[order.command]!(order.input)) as { value: { reference: string } }
  return started.value.reference
}

async function pays(reference: string): Promise<void> {
  fixture.state.refuseNotices = true
  await fixture.pay(reference, 'approve')
  await COMMANDS.complete_payment!({ txRef: reference })
}

async function passesOf(worlds: readonly World[]): Promise<number> {
  const { rows } = await owner.query<{ passes: number }>(
    `select count(*)::int as passes from subscriptions where user_id = any ($1) and status = 'active'`,
    [worlds.map(({ fans }) => fans[1].id)],
  )
  return rows[0]!.passes
}

test(
  'PAY-07 ADMIN-07 a backup of ten minutes ago is restored, and the gateway shows what is missing',
  { timeout: 300_000 },
  async () => {
    const worlds = { before: await newWorlds(8), across: await newWorlds(6), after: await newWorlds(5) }
    for (const world of worlds.before) await pays(await starts(world))
    // Started before the backup, paid after it: the restored database has the order but not the money.
    const across: string[] = []
    for (const world of worlds.across) across.push(await starts(world))
    await runTask('fold hot accounts')
    const { bytes } = await backUp({ dataDir, databaseUrl: null }, file)

    await advance(TEN_MINUTES)
    for (const reference of across) await pays(reference)
    for (const world of worlds.after) await pays(await starts(world))
    expect(await passesOf([...worlds.before, ...worlds.across, ...worlds.after])).toBe(19)

    const lost = cluster
    await owner.end()
    const began = performance.now()
    const restored = await restore({ dataDir: elsewhere, databaseUrl: null }, file)
    await moveTo(await startCluster(elsewhere))
    const seconds = (performance.now() - began) / 1_000
    await lost.stop()
    expect(restored.entries).toBe(8)
    expect(await passesOf(worlds.before)).toBe(8)
    expect(await passesOf([...worlds.across, ...worlds.after])).toBe(0)

    // The gateway is queried about open payments, and its own list is compared with the ledger.
    await advance(1_200)
    await runTask('reconcile payments')
    await reconcileGateway()
    await runTask('fold hot accounts')
    expect(await passesOf(worlds.across), 'paid after the backup, known before it').toBe(6)
    const { rows: unknown } = await owner.query<{ amount: string }>(
      `select amount_minor::text as amount from reconciliation_differences where kind = 'charge_unknown' and state = 'open'`,
    )
    expect(
      unknown.map(({ amount }) => amount),
      'paid for orders that were lost: each waits for a person',
    ).toEqual(worlds.after.map(() => '18000000'))
    expect(await passesOf(worlds.after), 'no right without a payment in the ledger').toBe(0)
    expect(await listBreaches()).toEqual([])
    keepFigures('restore-drill', { before: 8, across: 6, queued: unknown.length, bytes, seconds: seconds.toFixed(1) })
  },
)

/** `npm run audit` as an operator runs it, over the restored data. */
async function audit(): Promise<{ code: number; description: string }> {
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, DATA_DIR: elsewhere }
  const ended = promisify(execFile)(process.execPath, ['bin/audit.ts'], { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  )
  const { code, stdout } = await ended
  return { code, description: stdout.trim() }
}

test('ADMIN-07 npm run audit finds nothing in the restored data, and finds planted breaches', async () => {
  const { code, description } = await audit()
  expect(description).toMatch(
    /^0 breaches; \d+ checks over [\d,]+ entries, [\d,]+ postings, [\d.]+ s; 0 stored objects$/,
  )
  expect(code).toBe(0)
  keepFigures('audit', { description })
  await owner.query(
    `update subscriptions set status = 'refunded' where id = (select id from subscriptions where status = 'active' limit 1)`,
  )
  const planted = await audit()
  expect(planted).toMatchObject({
    code: 1,
    description: expect.stringMatching(
      /^I5 rights-match-payments: pass .* it was ended, and nothing of its money went back\n1 breaches;/,
    ),
  })
})

async function newWorlds(count: number): Promise<World[]> {
  const worlds: World[] = []
  for (let n = 0; n < count; n += 1) worlds.push(await makeWorld(owner))
  return worlds
}
