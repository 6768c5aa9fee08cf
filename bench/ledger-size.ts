import type { LedgerAccount } from '#app/domain/ledger/chart.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { makeDatabase } from './database.ts'
import { fillBooks } from './fill-books.ts'
import { type Bench, median, ratios } from './figure.ts'

const SMALL = 10_000
const LARGE = 10_000_000
const READS = 2_000
const REVENUE: LedgerAccount = { purpose: 'platform_revenue', ownerId: null, currency: 'UGX' }

/** The cost of reading a balance, also of the busiest account, over ten million postings and over ten thousand. */
export const ledgerSize: Bench = {
  name: 'ledger-size',
  description: 'reading balances over ten million postings, against ten thousand',
  needs: 'about 6 GB of disk and 8 minutes',
  run: async ({ rounds }) => {
    const small = await measure(SMALL, rounds)
    const large = await measure(LARGE, rounds)
    return [
      {
        name: 'a balance at 10,000,000 postings, to 10,000',
        unit: '×',
        values: ratios(large, small),
        target: { max: 1.3 },
      },
      { name: 'a balance at 10,000,000 postings', unit: 'ms', values: large, target: null },
    ]
  },
}

/** The median of many reads a round, in milliseconds. */
async function measure(postings: number, rounds: number): Promise<number[]> {
  const database = await makeDatabase({ max: 1 })
  try {
    await fillBooks(database.owner, postings, { rows: false })
    const medians: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const times: number[] = []
      for (let read = 0; read < READS; read += 1) {
        const begun = performance.now()
        await getBalance(read % 2 === 0 ? REVENUE : walletOf((read % 1_000) + 1))
        times.push(performance.now() - begun)
      }
      // The first round warms up plans and pages.
      if (round > 0) medians.push(median(times))
    }
    return medians
  } finally {
    await database.remove()
  }
}

function walletOf(fan: number): LedgerAccount {
  const ownerId = `01970000-0000-7000-8001-${fan.toString(16).padStart(12, '0')}`
  return { purpose: 'wallet', ownerId, currency: 'UGX' }
}
