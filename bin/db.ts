/** `npm run db -- migrate | types`: brings DATABASE_URL to the newest schema; writes db/types.ts and db/schema.sql from a fresh one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { migrate } from '#server/migrate.ts'
import { writeSchema } from '#server/describe-schema.ts'

const [command] = process.argv.slice(2)
if (command === 'migrate') {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is missing')
  const applied = await migrate(url)
  console.log(applied.length === 0 ? 'the schema is up to date' : `applied ${applied.join(', ')}`)
} else if (command === 'types') {
  const folder = mkdtempSync(join(tmpdir(), 'peach-schema-'))
  const embedded = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), durable: false })
  try {
    await createDatabase(embedded.ownerUrl)
    await migrate(embedded.ownerUrl)
    await writeSchema(embedded.ownerUrl)
    console.log('wrote db/types.ts and db/schema.sql')
  } finally {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
} else {
  console.error('usage: npm run db -- migrate | types')
  process.exitCode = 1
}
