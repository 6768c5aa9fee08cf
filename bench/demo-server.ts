import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { buildIfStale } from '../bin/build-if-stale.ts'

const LONGEST_WAIT_S = 900

export type Fixture = { product: Product; owner: pg.Client }

/** The built product with its default configuration and a fresh demo town, and a client of the database's owner beside it. */
export async function withFixture<Value>(
  act: (fixture: Fixture) => Promise<Value>,
  // One account and one network send what thousands would: their limits are not what is measured.
  env: Record<string, string> = { BUDGET_FACTOR: '1000' },
): Promise<Value> {
  buildIfStale()
  const product = await startProduct({ readyWithin: 240_000, env })
  try {
    // The cluster runs already; this only learns how to reach it.
    const { ownerUrl } = await startEmbeddedPostgres({ folder: join(product.dataDir, 'postgres') })
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    try {
      await untilAtRest(owner)
      return await act({ product, owner })
    } finally {
      await owner.end()
    }
  } finally {
    await product.remove()
  }
}

/** A town that has just been built still has pictures to cut and mail to send; what is measured is a server that only serves. */
async function untilAtRest(owner: pg.Client): Promise<void> {
  console.log('Waiting until the new town has cut its pictures ...')
  for (let waited = 0; waited < LONGEST_WAIT_S; waited += 1) {
    const { rows } = await owner.query<{ open: number }>(
      `select (select count(*) from media where state = 'processing')::int
         + (select count(*) from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now())::int as open`,
    )
    if (rows[0]!.open === 0) return
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  throw new Error(`the demo town did not come to rest within ${LONGEST_WAIT_S} s`)
}
