/** `npm run backup -- FILE`: writes everything that the product stores into one file, while it runs. */
import { readConfig } from '#app/platform/config.server.ts'
import { backUp } from '#server/backup/back-up.ts'

const [file] = process.argv.slice(2)
try {
  if (!file) throw new Error('usage: npm run backup -- FILE')
  const { bytes, manifest } = await backUp(readConfig(process.env), file)
  console.log(`${file}: ${Math.ceil(bytes / 1_048_576)} MB, PostgreSQL ${manifest.postgresVersion}, ${manifest.madeAt}`)
} catch (error) {
  console.error(`Not backed up: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
