import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '#app/platform/id.ts'
import { startSystemPostgres } from '../../bin/system-postgres.ts'
import { migrate } from '../migrate.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

const system = await startSystemPostgres()
const root = mkdtempSync(join(tmpdir(), 'peach-backup-external-'))
afterAll(async () => {
  await system?.stop()
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(system === null)('a backup of an external database', () => {
  it('restores the data of its time, and keeps the data that it replaces', async () => {
    const databaseUrl = system!.url
    const source = { dataDir: join(root, 'data'), databaseUrl }
    await migrate(databaseUrl)
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const joins = (email: string) =>
      client.query(`insert into profiles (id, email, user_type) values ($1, $2, 'fan')`, [newId(), email])
    await joins('before@test.example')
    const { manifest } = await backUp(source, join(root, 'first'))
    expect(manifest).toMatchObject({ kind: 'external', store: false })
    await joins('after@test.example')

    await expect(restore(source, join(root, 'first'))).rejects.toThrow(/in use/)
    await client.end()
    const { accounts, keptAside } = await restore(source, join(root, 'first'))
    expect(accounts).toBe(1)
    expect(keptAside).not.toBeNull()
    // The server's role can use the restored database as before.
    expect(await migrate(databaseUrl)).toEqual([])
    const after = new pg.Client({ connectionString: databaseUrl, options: '-c role=peach_app' })
    await after.connect()
    expect((await after.query('select email from profiles')).rows).toEqual([{ email: 'before@test.example' }])
    await after.end()
  }, 60_000)
})
