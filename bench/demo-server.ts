import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { buildIfStale } from '../bin/build-if-stale.ts'

const LONGEST_WAIT_S = 900

export type Fixture = { product: Product; owner: pg.Client }

/** The built product with its default configuration and fresh demo data, and a client of the database's owner beside it. */
export async function withFixture<Value>(
  work: (fixture: Fixture) => Promise<Value>,
  env: Record<string, string> = {},
): Promise<Value> {
  buildIfStale()
  const product = await startProduct({
    readyWithin: 240_000,
    // One account and one network send as much as thousands would: their rate limits are not what is measured. What one process does is
    // compared with one process of something else.
    env: { BUDGET_FACTOR: '1000', WEB_PROCESSES: '1', ...env },
  })
  try {
    // The cluster runs already; this only finds its address.
    const { ownerUrl } = await startEmbeddedPostgres({ folder: join(product.dataDir, 'postgres') })
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    try {
      await untilAtRest(owner)
      return await work({ product, owner })
    } finally {
      await owner.end()
    }
  } finally {
    await product.remove()
  }
}

/** Right after the build, demo data still has pictures to resize and mail to send; only a server without such work is measured. */
async function untilAtRest(owner: pg.Client): Promise<void> {
  console.log('Waiting until the pictures of the new demo data are resized ...')
  for (let waited = 0; waited < LONGEST_WAIT_S; waited += 1) {
    const { rows } = await owner.query<{ open: number }>(
      `select (select count(*) from media where state = 'processing')::int
         + (select count(*) from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now())::int as open`,
    )
    if (rows[0]!.open === 0) return
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  throw new Error(`the demo data still had open jobs after ${LONGEST_WAIT_S} s`)
}
