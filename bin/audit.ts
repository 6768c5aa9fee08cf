/**
 * `npm run audit`: checks every invariant over all ledger entries and all stored pictures and videos. Prints "0 breaches" or each of them,
 * and exits with code 1 if there is one. Works whether or not the product runs, and changes nothing.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { auditStore } from '#app/domain/audit/audit-store.server.ts'
import { runAudit } from '#app/domain/audit/run-audit.server.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { closeDatabase, openDatabase } from '#app/platform/db.server.ts'
import { clusterIsUp, startEmbeddedPostgres } from '#server/embedded-postgres.ts'

type Books = { url: string; close(): Promise<void> }

try {
  const books = await openBooks()
  openDatabase(books.url, { max: 1 })
  const { breaches: inBooks, invariants, entries, postings, seconds } = await runAudit()
  const { breaches: inStore, objects } = await auditStore()
  const breaches = [...inBooks, ...inStore]
  await closeDatabase()
  await books.close()
  for (const { invariant, name, subject, detail } of breaches)
    console.log(`${invariant} ${name}: ${subject}: ${detail}`)
  const counted = `${invariants} checks over ${entries.toLocaleString('en')} entries, ${postings.toLocaleString('en')} postings, ${seconds.toFixed(1)} s`
  console.log(`${breaches.length} breaches; ${counted}; ${objects.toLocaleString('en')} stored objects`)
  if (breaches.length > 0) process.exitCode = 1
} catch (error) {
  console.error(`Not audited: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}

async function openBooks(): Promise<Books> {
  const config = readConfig(process.env)
  useConfig(config)
  const { databaseUrl, dataDir } = config
  if (databaseUrl) return { url: databaseUrl, close: async () => {} }
  const folder = join(resolve(dataDir), 'postgres')
  if (!existsSync(join(folder, 'cluster'))) throw new Error('there is nothing to audit: DATA_DIR holds no database')
  const ran = await clusterIsUp(folder)
  const cluster = await startEmbeddedPostgres({ folder })
  return { url: cluster.serverUrl, close: () => (ran ? Promise.resolve() : cluster.stop()) }
}
