import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/embedded-postgres.ts'
import { migrate } from '#server/migrate.ts'
import { useTemporaryFolder } from '../../bin/temporary-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    templateUrl: string
  }
}

const TEMPLATE = 'peach_template'

/**
 * One migrated database for the whole run; every database test clones it. `TEST_DATABASE_URL` (a superuser's) runs the suite on another
 * PostgreSQL; otherwise the embedded one is started in a folder that is removed afterwards.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  useTemporaryFolder()
  let embedded: EmbeddedPostgres | null = null
  let folder: string | null = null
  let url = process.env.TEST_DATABASE_URL
  if (!url) {
    folder = mkdtempSync(join(tmpdir(), 'peach-tests-'))
    embedded = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), durable: false })
    url = embedded.ownerUrl
  }
  const templateUrl = withDatabase(url, TEMPLATE)
  const admin = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await admin.connect()
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`)
  await admin.query(`create database ${TEMPLATE}`)
  await migrate(templateUrl, { serverPassword: 'tests only', clockMoves: true })
  await admin.end()
  project.provide('templateUrl', templateUrl)

  return async () => {
    await embedded?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
