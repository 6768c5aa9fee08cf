/**
 * `npm run trace -- FILE`: names the account whose invisible mark a leaked copy of a photo or a video carries, or says that none was found.
 * `-- FILE --creator USERNAME` compares it with all photos of that creator, for a copy of which much is cut off. Works whether or not the
 * product runs; the trace is added to the activity record. Exits with code 0 for a name, 1 without one, 2 where nothing could be read.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { traceCopy } from '#app/domain/watermarks/trace-copy.server.ts'
import { traceRefusalText, traceReport } from '#app/domain/watermarks/trace-texts.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { closeDatabase, openDatabase } from '#app/platform/db.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { clusterIsUp, startEmbeddedPostgres } from '#server/embedded-postgres.ts'

const { values, positionals } = parseArgs({ options: { creator: { type: 'string' } }, allowPositionals: true })
const [file] = positionals

try {
  if (!file) throw new Error('usage: npm run trace -- FILE [--creator USERNAME]')
  const bytes = readFileSync(file)
  const database = await openStored()
  try {
    const traced = await traceCopy({ kind: 'operator' }, { bytes, creator: values.creator ?? null })
    if (!traced.ok) throw new Error(traceRefusalText(traced.refusal))
    const { title, text, facts, found } = traceReport(traced.value)
    console.log([title, text, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n'))
    process.exitCode = found ? 0 : 1
  } finally {
    await closeDatabase()
    await database.close()
  }
} catch (error) {
  console.error(`Not traced: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
// An idle process for pictures would keep this one waiting.
process.exit()

async function openStored(): Promise<{ close(): Promise<void> }> {
  const config = readConfig(process.env)
  useConfig(config)
  const dataDir = resolve(config.dataDir)
  useSecrets(config.appSecret?.split(',') ?? [readFileSync(join(dataDir, 'app-secret'), 'utf8').trim()])
  if (config.databaseUrl) {
    openDatabase(config.databaseUrl, { max: 2 })
    return { close: async () => {} }
  }
  const folder = join(dataDir, 'postgres')
  if (!existsSync(join(folder, 'cluster'))) throw new Error('DATA_DIR holds no database')
  const ran = await clusterIsUp(folder)
  const cluster = await startEmbeddedPostgres({ folder })
  openDatabase(cluster.serverUrl, { max: 2 })
  return { close: () => (ran ? Promise.resolve() : cluster.stop()) }
}
