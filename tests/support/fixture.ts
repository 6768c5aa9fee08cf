import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ownerUrlOf } from '#server/embedded-postgres.ts'
import { type Product, startProduct } from './product.ts'

/**
 * Builds demo data and returns the DATA_DIR of its stopped server, so that further servers begin with a copy of it. All pictures have
 * their sizes and fingerprints by then: a new server would make the rest beside its journeys, each with its own copy.
 */
export async function buildTestData(): Promise<string> {
  const first = await startProduct({ readyWithin: 300_000 })
  try {
    const owner = await openOwner(first.dataDir)
    await untilPicturesAreReady(owner)
    await owner.end()
    await first.stop()
  } catch (error) {
    await first.remove()
    throw error
  }
  return first.dataDir
}

/** It runs behind all other tests and gets the processor time that they leave. */
const MAX_MINUTES = 30

async function untilPicturesAreReady(owner: pg.Client): Promise<void> {
  const abandon = Date.now() + MAX_MINUTES * 60_000
  for (;;) {
    const { rows } = await owner.query(
      `select count(*)::int as left from media m where state = 'processing' or purpose = 'post' and state = 'ready'
         and exists (select 1 from media_renditions r where r.media_id = m.id and r.format in ('webp', 'jpeg'))
         and not exists (select 1 from media_fingerprints f where f.media_id = m.id)`,
    )
    if (rows[0].left === 0) return
    if (Date.now() > abandon)
      throw new Error(
        `${rows[0].left} pictures of the demo data have no sizes or fingerprints after ${MAX_MINUTES} minutes`,
      )
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Starts a separate server with its own demo data, for tests that move the clock, kill it, or count every row. */
export function startOwnProduct(options: { env?: Record<string, string> } = {}): Promise<Product> {
  const { PEACH_TEST_DATA } = process.env
  return startProduct({
    ...options,
    // All people of all journeys come from this machine, and read faster than people.
    env: { BUDGET_FACTOR: '100', ...options.env },
    ...(PEACH_TEST_DATA ? { dataDir: copyOf(PEACH_TEST_DATA, 'peach-own-') } : {}),
  })
}

/** Queries the embedded database of a running product, as its owner. */
export async function openOwner(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrlOf(join(dataDir, 'postgres')) })
  // A server that stops ends its database too; the connection's end is expected then.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** With owners and modes: when root runs the tests, the database's files belong to a separate account. */
function copyOf(dataDir: string, prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  execFileSync('cp', ['-a', `${dataDir}/.`, folder])
  return folder
}
