import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ownerUrlOf } from '#server/embedded-postgres.ts'
import { type Disk, limitedDisk, mountDisk, whyNoMount } from '#tests/support/full-disk.ts'
import { addMember, liveEnvironment, type Member } from '#tests/support/live-product.ts'
import { askOnce, childrenOf } from '#tests/support/own-postgres.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { findLost, until, untilEachWrote, untilServed, Writer } from './database-siege.ts'

const WRITERS = 3
/** Starts that must fail before there is space again; the delay between them grows. */
const VAIN_STARTS = 3

const whyNoDisk = whyNoMount()
let disk: Disk | null = null
let product: Product | null = null
afterEach(async () => {
  await product?.remove()
  disk?.remove()
  disk = product = null
}, 60_000)

/** The process and its database, which is not its child. */
function writersOf(product: Product): number[] {
  const file = join(product.dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return [product.pid, ...(postmaster > 0 ? [postmaster, ...childrenOf(postmaster)] : [])]
}

const startsInVain = (product: Product) => product.output().split('the embedded database did not start').length - 1

/** Uses up the space that PostgreSQL has reserved for its log, so that it needs more; if it has ended, there is nothing to use up. */
async function useUpLog(url: string): Promise<void> {
  await askOnce(url, `select pg_logical_emit_message(true, 'full', 'x'), pg_switch_wal()`).catch(() => {})
}

async function fillAndFree(): Promise<void> {
  const { DATABASE_URL: _, ...env } = liveEnvironment('')
  // The disk is full for one process and its database, by their ids.
  const options = { ...env, ROLES: 'web', WEB_PROCESSES: '1' }
  const running = await startProduct({ dataDir: disk!.dataDir, env: options, readyWithin: 240_000 })
  product = running
  const url = ownerUrlOf(join(running.dataDir, 'postgres'))
  const members: Member[] = []
  for (let nth = 0; nth < WRITERS; nth += 1) members.push(await addMember(url, `writer_${nth}`))
  const writers = members.map((member, nth) => new Writer(running.url, member, `10.6.${nth}.1`))
  for (const writer of writers) writer.start()
  await untilEachWrote(writers, running)

  disk!.fill(writersOf(running))
  await until(running, async () => {
    await useUpLog(url)
    return startsInVain(running) >= VAIN_STARTS
  })
  expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${running.url}/readyz`)).status).toBe(503)

  disk!.free(writersOf(running))
  await untilServed({ product: running, members })
  await untilEachWrote(writers, running)
  await Promise.all(writers.map((writer) => writer.stop()))
  expect(await findLost(url, writers)).toEqual([])
  expect(await running.stop()).toBe(0)
}

test('an embedded database whose files cannot grow recovers when they can, with everything acknowledged', async () => {
  disk = limitedDisk()
  await fillAndFree()
}, 300_000)

// PostgreSQL gets the same error in both cases; on a disk that is completely full it gets it everywhere.
if (whyNoDisk === null)
  test('an embedded database on a full disk recovers when there is space, with everything acknowledged', async () => {
    disk = mountDisk()
    await fillAndFree()
  }, 300_000)
else console.warn(`No disk can be mounted here, so only a file size limit replaces a full one: ${whyNoDisk}`)
