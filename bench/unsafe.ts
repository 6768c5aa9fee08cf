import { sql } from 'kysely'
import { inTransaction, queryPrepared } from '#app/platform/db.server.ts'
import { switchOff, type UnsafeSwitch } from '#app/platform/unsafe/switches.ts'
import { makeDatabase } from './database.ts'
import { alternate, type Bench, type Figure, ratios } from './figure.ts'

const WORKERS = 4

/** What the short transactions and the known columns gain over the driver's and Kysely's own (app/platform/unsafe/README.md). */
export const unsafe: Bench = {
  name: 'unsafe',
  description:
    'transactions of one, four and twelve statements, and reads of a row of forty columns, to the same switched off',
  needs: 'about 100 MB of disk and 2 minutes',
  run: async ({ rounds, seconds }) => {
    const database = await makeDatabase({ max: WORKERS })
    try {
      return await measure(rounds, seconds)
    } finally {
      await database.remove()
    }
  },
}

async function measure(rounds: number, seconds: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const statements of [1, 4, 12]) {
    const command = () =>
      inTransaction(async (tx) => {
        for (let index = 0; index < statements; index += 1) await sql`select ${index}::int as n`.execute(tx)
      })
    figures.push({
      name: `transactions of ${statements} statement${statements === 1 ? '' : 's'}, to Kysely's own`,
      unit: '×',
      values: await gains('short-transactions', command, { rounds, seconds }),
      // Where it gains less than a fifth even for the shortest, it goes.
      target: statements === 1 ? { min: 1.2 } : null,
    })
  }
  figures.push({
    name: 'reads of a row of forty columns, to the driver’s own',
    unit: '×',
    values: await gains('known-columns', () => queryPrepared('forty', FORTY, []), { rounds, seconds }),
    target: { min: 1.2 },
  })
  return figures
}

const FORTY = `select ${Array.from({ length: 40 }, (_, index) => `'value ${index}'::text as column_${index}`).join(', ')}`

async function gains(
  name: UnsafeSwitch,
  work: () => Promise<unknown>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<number[]> {
  const { on, off } = await alternate(rounds, {
    on: () => perSecond(work, seconds),
    off: async () => {
      switchOff([name])
      const count = await perSecond(work, seconds)
      switchOff([])
      return count
    },
  })
  return ratios(on, off)
}

async function perSecond(work: () => Promise<unknown>, seconds: number): Promise<number> {
  const begun = performance.now()
  let count = 0
  const repeat = async () => {
    for (; performance.now() - begun < seconds * 1_000; count += 1) await work()
  }
  await Promise.all(Array.from({ length: WORKERS }, repeat))
  return count / ((performance.now() - begun) / 1_000)
}
