import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RECORDED } from '#app/domain/events/recorded.ts'
import { newId } from '#app/platform/id.ts'
import { migrate } from '#server/migrate.ts'
import { simulatorAccess } from '#server/simulator-process.ts'
import { until } from './proof/database-siege.ts'
import { askOnce, type OwnPostgres, startOwnPostgres } from './support/own-postgres.ts'
import { type Product, startProduct } from './support/product.ts'

let database: OwnPostgres
const dataDir = mkdtempSync(join(tmpdir(), 'peach-demo-'))
const products: Product[] = []

beforeAll(async () => {
  database = await startOwnPostgres()
  // Mark the demo data as built: building it takes a minute, and this test does not need it.
  await migrate(database.url, { clockMoves: true })
  await askOnce(
    database.url,
    `insert into activity (id, event, object_kind, object_id) values ($1, 'demo_data_built', $2, 'demo')`,
    [newId(), RECORDED.demo_data_built],
  )
}, 120_000)
afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()))
  await database?.remove()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

async function startDemo(): Promise<Product> {
  const env = { DATABASE_URL: database.url, DEMO: '1', ROLES: 'web' }
  const product = await startProduct({ dataDir, env, readyWithin: 240_000 })
  products.push(product)
  return product
}

test('the payment simulator of a demo continues in another process, with all its payments, when its first process stops or is killed', async () => {
  const first = await startDemo()
  const { baseUrl, secretKey } = simulatorAccess(dataDir, Number(new URL(first.simulatorUrl).port))
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(new URL(path, baseUrl), {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const payment = {
    tx_ref: 'paid-before',
    amount: 180_000,
    currency: 'UGX',
    redirect_url: `${first.url}/payment-callback`,
    payment_options: 'card',
    customer: { email: 'fan@example.test', name: 'A Fan' },
  }
  expect(await ask('/v3/payments', payment)).toMatchObject({ status: 200 })
  expect(await ask('/control/pay', { tx_ref: 'paid-before', outcome: 'approve' })).toMatchObject({ status: 200 })
  const knowsPayment = async () => {
    const { status, text } = await ask('/v3/transactions/verify_by_reference?tx_ref=paid-before')
    return status === 200 && text.includes('"successful"')
  }
  expect(await knowsPayment()).toBe(true)

  const lock = join(dataDir, 'simulator.lock')
  const holds = (product: Product) =>
    until(product, async () => (await readFile(lock, 'utf8')).includes(`"pid":${product.pid},`))
  const second = await startDemo()
  await first.kill()
  await holds(second)
  await until(second, knowsPayment)

  const third = await startDemo()
  expect(await second.stop()).toBe(0)
  await holds(third)
  await until(third, knowsPayment)

  // The last process ends it too.
  expect(await third.stop()).toBe(0)
  await expect(knowsPayment()).rejects.toThrow()
  expect(existsSync(lock)).toBe(false)
}, 300_000)
