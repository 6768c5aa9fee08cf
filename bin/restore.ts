/** `npm run restore -- FILE`: replaces the existing data with a backup, while the product doesn't run. */
import { readConfig } from '#app/platform/config.server.ts'
import { restore } from '#server/backup/restore.ts'

const [file] = process.argv.slice(2)
try {
  if (!file) throw new Error('usage: npm run restore -- FILE')
  const { manifest, accounts, entries, keptAside } = await restore(readConfig(process.env), file)
  console.log(`Restored the state of ${manifest.madeAt}: ${accounts} accounts, ${entries} journal entries, in balance.`)
  if (keptAside) console.log(`What was there before is kept in ${keptAside}`)
} catch (error) {
  console.error(`Not restored: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
