import { sql } from 'kysely'
import { inTransaction } from '#app/platform/db.server.ts'
import { switchOff } from '#app/platform/unsafe/switches.ts'
import { makeDatabase } from './database.ts'
import { alternate, type Bench, type Figure, ratios } from './figure.ts'

const WORKERS = 4

/** What the short transactions gain over Kysely's own (app/platform/unsafe/README.md). */
export const unsafe: Bench = {
  name: 'unsafe',
  description: 'transactions of one, four and twelve statements, to the same with short transactions switched off',
  needs: 'about 100 MB of disk and 1 minute',
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
    const taken = await alternate(rounds, {
      short: () => perSecond(statements, seconds, true),
      own: () => perSecond(statements, seconds, false),
    })
    figures.push({
      name: `transactions of ${statements} statement${statements === 1 ? '' : 's'}, to Kysely's own`,
      unit: '×',
      values: ratios(taken.short, taken.own),
      // Where it gains less than a fifth even for the shortest, it goes.
      target: statements === 1 ? { min: 1.2 } : null,
    })
  }
  return figures
}

async function perSecond(statements: number, seconds: number, on: boolean): Promise<number> {
  switchOff(on ? [] : ['short-transactions'])
  const begun = performance.now()
  let count = 0
  const work = async () => {
    for (; performance.now() - begun < seconds * 1_000; count += 1)
      await inTransaction(async (tx) => {
        for (let index = 0; index < statements; index += 1) await sql`select ${index}::int as n`.execute(tx)
      })
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  switchOff([])
  return count / ((performance.now() - begun) / 1_000)
}
