import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { setClockAdvance } from '#app/platform/clock.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { closeDatabase, type Db, openDatabase, SERVER_ROLE } from '#app/platform/db.server.ts'
import { closeQueue, openQueue } from '#app/platform/queue.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'

/** Seals what the tests store. */
export const TEST_SECRET = 'a test secret that is long enough to be one'

/** The database of this file as its owner, for what the product itself may not do. */
export let ownerDb: Db

/**
 * Gives the test file its own database, cloned from the migrated template, and opens the product's pool and queue on it with the
 * server's own role. Returns a client of the owner for reading from outside.
 */
export function useDatabase(options: { max?: number } = {}): {
  url: () => string
  serverUrl: () => string
  owner: () => pg.Client
} {
  const name = `t_${randomBytes(6).toString('hex')}`
  const template = new URL(inject('templateUrl'))
  const url = new URL(template)
  url.pathname = `/${name}`
  // The product signs in as its own role, as it does when it runs.
  const serverUrl = new URL(url)
  serverUrl.username = SERVER_ROLE
  serverUrl.password = encodeURIComponent('tests only')
  let owner: pg.Client

  beforeAll(async () => {
    // A copy of files is twice as fast as the log's way where nothing has to survive a crash.
    await asAdmin(template, `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`)
    useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
    useSecrets([TEST_SECRET])
    setClockAdvance(0)
    openDatabase(serverUrl.href, { max: options.max ?? 10 })
    await openQueue(serverUrl.href, SERVER_ROLE, { maintain: false })
    owner = new pg.Client({ connectionString: url.href })
    await owner.connect()
    // The owner's one connection serves both: a pool would still be closing its connections when the database is dropped.
    const client = Object.assign(owner, { release: () => {} })
    const pool = { connect: () => Promise.resolve(client), end: () => Promise.resolve() } as unknown as pg.Pool
    ownerDb = new Kysely({ dialect: new PostgresDialect({ pool }) })
  })
  afterAll(async () => {
    setClockAdvance(0)
    await closeQueue()
    await closeDatabase()
    await owner.end()
    await asAdmin(template, `drop database ${name} with (force)`)
  })
  return { url: () => url.href, serverUrl: () => serverUrl.href, owner: () => owner }
}

async function asAdmin(template: URL, statement: string): Promise<void> {
  const adminUrl = new URL(template)
  adminUrl.pathname = '/postgres'
  const client = new pg.Client({ connectionString: adminUrl.href })
  await client.connect()
  try {
    // Cloning fails while another connection uses the template; files start together, so wait a little.
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.query(statement)
        return
      } catch (error) {
        if (attempt === 40 || !(error instanceof Error && 'code' in error && error.code === '55006')) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  } finally {
    await client.end()
  }
}
