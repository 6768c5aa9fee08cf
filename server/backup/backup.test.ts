import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#app/platform/id.ts'
import { createDatabase, startEmbeddedPostgres } from '../embedded-postgres.ts'
import { migrate } from '../migrate.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

const root = mkdtempSync(join(tmpdir(), 'peach-backup-'))
// PostgreSQL's own account must be able to enter the folder.
chmodSync(root, 0o711)
const dataDir = join(root, 'data')
const file = join(root, 'kept', 'peach.backup')
const source = { dataDir, databaseUrl: null }

let running: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let client: pg.Client

beforeAll(async () => {
  mkdirSync(join(dataDir, 'media'), { recursive: true })
  writeFileSync(join(dataDir, 'app-secret'), 'the secret of this test')
  writeFileSync(join(dataDir, 'media', 'one'), 'bytes of a picture')
  running = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') })
  await createDatabase(running.ownerUrl)
  await migrate(running.ownerUrl, { serverPassword: running.serverPassword })
  client = new pg.Client({ connectionString: running.ownerUrl })
  await client.connect()
}, 60_000)
afterAll(async () => {
  await client?.end().catch(() => {})
  await running.stop()
  rmSync(root, { recursive: true, force: true })
})

const joins = (email: string) =>
  client.query(`insert into profiles (id, email, user_type) values ($1, $2, 'fan')`, [newId(), email])

const emailsIn = async (url: string) => {
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  const { rows } = await other.query<{ email: string }>('select email from profiles')
  await other.end()
  return new Set(rows.map((row) => row.email))
}

describe('a backup of the embedded database', () => {
  it('is taken while people join, and restores everybody who had joined when it began, each of them whole', async () => {
    for (let n = 0; n < 50; n += 1) await joins(`before${n}@test.example`)
    const state = { going: true, joined: 0 }
    const joining = (async () => {
      while (state.going) {
        await joins(`during${state.joined}@test.example`)
        state.joined += 1
      }
    })()
    const { manifest } = await backUp(source, file)
    state.going = false
    await joining
    expect(state.joined).toBeGreaterThan(20)
    expect(manifest).toMatchObject({ kind: 'embedded', store: true })
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(readdirSync(join(root, 'kept'))).toEqual(['peach.backup'])

    const elsewhere = join(root, 'elsewhere')
    const { accounts, entries } = await restore({ dataDir: elsewhere, databaseUrl: null }, file)
    expect(accounts).toBeGreaterThanOrEqual(50)
    expect(entries).toBe(0)
    expect(readFileSync(join(elsewhere, 'media', 'one'), 'utf8')).toBe('bytes of a picture')
    expect(readFileSync(join(elsewhere, 'app-secret'), 'utf8')).toBe('the secret of this test')
    const copy = await startEmbeddedPostgres({ folder: join(elsewhere, 'postgres') })
    try {
      const emails = await emailsIn(copy.ownerUrl)
      for (let n = 0; n < 50; n += 1) expect(emails).toContain(`before${n}@test.example`)
      // Of those who joined meanwhile, the earliest are restored without a gap.
      const during = [...emails].filter((email) => email.startsWith('during')).length
      for (let n = 0; n < during; n += 1) expect(emails).toContain(`during${n}@test.example`)
      await migrate(copy.ownerUrl, { serverPassword: copy.serverPassword })
      expect(await emailsIn(copy.serverUrl)).toEqual(emails)
    } finally {
      await copy.stop()
    }
  }, 60_000)

  it('never overwrites another backup', async () => {
    await expect(backUp(source, file)).rejects.toThrow(/is there already/)
  })

  it('replaces the existing data and keeps it in another folder', async () => {
    await client.end()
    await running.stop()
    writeFileSync(join(dataDir, 'media', 'two'), 'a later picture')
    const { keptAside } = await restore(source, file)
    expect(existsSync(join(dataDir, 'media', 'two'))).toBe(false)
    expect(readFileSync(join(keptAside!, 'media', 'two'), 'utf8')).toBe('a later picture')
    expect(existsSync(join(keptAside!, 'postgres', 'cluster', 'PG_VERSION'))).toBe(true)
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false)
  }, 60_000)

  it('is refused when the product uses an external database, and nothing changes', async () => {
    const foreign = { dataDir: join(root, 'foreign'), databaseUrl: 'postgresql://nobody@localhost/none' }
    await expect(restore(foreign, file)).rejects.toThrow(/unset DATABASE_URL/)
    expect(readdirSync(foreign.dataDir)).toEqual([])
  })

  it('refuses a file that is not a backup', async () => {
    const garbage = join(root, 'garbage')
    writeFileSync(garbage, 'no archive')
    await expect(restore({ dataDir: join(root, 'empty'), databaseUrl: null }, garbage)).rejects.toThrow()
    expect(readdirSync(join(root, 'empty'))).toEqual([])
  })
})
