import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { installQueue } from '#app/platform/queue.server.ts'
import { COMMAND_ROLES, SERVER_ROLE } from '#app/platform/db.server.ts'

const FOLDER = join(import.meta.dirname, '..', 'db', 'migrations')
// Any constant number: two processes that start together migrate one after the other.
const LOCK = 7_032_424
const OLDEST_POSTGRES = 150_000
// Since version 16 a member may have the right to grant a role without the right to take it.
const MAY_SET = `case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end`

/**
 * Migrates the database to the newest schema; forward only, each file in its own transaction. With `serverPassword` the server's role
 * may sign in by itself, so that it can't switch back to the owner's. With `clockMoves` (the demo) that role may move the business clock.
 * Returns the names of the migrations it applied.
 */
export async function migrate(
  ownerUrl: string,
  options: { serverPassword?: string; clockMoves?: boolean } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, options: '-c timezone=UTC' })
  // A running query fails by itself; a connection that ends between queries must not end the process.
  client.on('error', () => {})
  await client.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const version = await client.query<{ v: number }>(`select current_setting('server_version_num')::int as v`)
    if (version.rows[0]!.v < OLDEST_POSTGRES) throw new Error('PostgreSQL 15 or newer is needed')
    await ensureServerRole(client, options.serverPassword)
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const done = new Set(rows.map((row) => row.name))
    for (const file of knownMigrations()) {
      if (done.has(file)) continue
      await client.query('begin')
      try {
        await client.query(readFileSync(join(FOLDER, file), 'utf8'))
        await client.query('insert into schema_migrations (name) values ($1)', [file])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`migration ${file} failed: ${(error as Error).message}`, { cause: error })
      }
      applied.push(file)
    }
    await client.query(
      `${options.clockMoves ? 'grant' : 'revoke'} update (advanced_by) on app_clock ${options.clockMoves ? 'to' : 'from'} ${SERVER_ROLE}`,
    )
    await installQueue(ownerUrl, SERVER_ROLE, 'peach_erasure')
  } finally {
    await client.end()
  }
  return applied
}

/** Every migration of this version, in order. */
export function knownMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

/**
 * The role that the server works as owns nothing. Without a password of its own, the connecting user switches to it. The roles of commands
 * are taken by a statement and never inherited.
 */
export async function ensureServerRole(client: pg.Client, password?: string): Promise<void> {
  for (const role of [SERVER_ROLE, ...COMMAND_ROLES]) {
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin noinherit; end if;
      if not pg_has_role(current_user, '${role}', ${MAY_SET}) then execute format('grant ${role} to %I', current_user); end if;
    exception when duplicate_object or unique_violation then null; end $$`)
  }
  for (const role of COMMAND_ROLES) {
    // Before version 16 a membership is inherited or not by an attribute of the member. Processes that start together do this at once.
    await client.query(`do $$ begin
      if not pg_has_role('${SERVER_ROLE}', '${role}', ${MAY_SET}) then
        if current_setting('server_version_num')::int >= 160000 then
          execute 'grant ${role} to ${SERVER_ROLE} with inherit false, set true';
        else
          alter role ${SERVER_ROLE} noinherit;
          grant ${role} to ${SERVER_ROLE};
        end if;
      end if;
    exception when duplicate_object or unique_violation or internal_error then null; end $$`)
  }
  if (password) await client.query(`alter role ${SERVER_ROLE} login password ${pg.escapeLiteral(password)}`)
}
