import { sealAllEntries } from '#app/domain/ledger/seal-entries.server.ts'
import { runAudit } from '#app/domain/audit/run-audit.server.ts'
import { makeDatabase } from './database.ts'
import { fillBooks } from './fill-books.ts'
import type { Bench, Figure } from './figure.ts'

const POSTINGS = 1_000_000

/** The work of `npm run audit`, over a million postings with the purchases, tips and earnings that belong to them. */
export const audit: Bench = {
  name: 'audit',
  description: 'every invariant over a million postings',
  needs: 'about 2 GB of disk and 2 minutes',
  run: async ({ rounds }) => {
    const database = await makeDatabase({ max: 2 })
    try {
      await fillBooks(database.owner, POSTINGS, { rows: true })
      // The chain is checked too.
      await sealAllEntries()
      await database.owner.query('vacuum analyze ledger_seals, ledger_sealed')
      const seconds: number[] = []
      for (let round = 0; round < Math.min(rounds, 3); round += 1) {
        const found = await runAudit()
        const [breach] = found.breaches
        if (breach)
          throw new Error(`the ledger of the benchmark is wrong: ${breach.name}: ${breach.subject}: ${breach.detail}`)
        seconds.push(found.seconds)
      }
      const figure: Figure = {
        name: `audit of ${POSTINGS.toLocaleString('en')} postings`,
        unit: 's',
        values: seconds,
        target: { max: 30 },
      }
      return [figure]
    } finally {
      await database.remove()
    }
  },
}
