import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clusterIsUp, ownerUrlOf } from '#server/embedded-postgres.ts'
import { addMember, liveEnvironment, type Member } from '#tests/support/live-product.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { findLost, until, untilEachWrote, untilServed, Writer } from './database-siege.ts'

const KILLS = 2

let product: Product
let folder: string
const members: Member[] = []

beforeAll(async () => {
  const { DATABASE_URL: _, ...env } = liveEnvironment('')
  product = await startProduct({ env: { ...env, ROLES: 'web' }, readyWithin: 240_000 })
  folder = join(product.dataDir, 'postgres')
  for (let nth = 0; nth < 3; nth += 1) members.push(await addMember(ownerUrlOf(folder), `writer_${nth}`))
}, 300_000)
afterAll(() => product?.remove(), 60_000)

/** Its process id; null while a new one has not written its file yet. */
function postmaster(): number | null {
  const file = join(folder, 'cluster', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}

test('a killed embedded database restarts by itself with everything acknowledged, and a stop still stops it', async () => {
  const writers = members.map((member, nth) => new Writer(product.url, member, `10.6.${nth}.1`))
  for (const writer of writers) writer.start()
  for (let nth = 0; nth < KILLS; nth += 1) {
    await untilEachWrote(writers, product)
    const before = postmaster()!
    process.kill(before, 'SIGKILL')
    await until(product, () => Promise.resolve(![before, null].includes(postmaster())))
    await untilServed({ product, members })
  }
  await untilEachWrote(writers, product)
  await Promise.all(writers.map((writer) => writer.stop()))
  expect(await findLost(ownerUrlOf(folder), writers)).toEqual([])
  expect(await product.stop()).toBe(0)
  expect(await clusterIsUp(folder)).toBe(false)
}, 240_000)
