import { readdirSync, readFileSync } from 'node:fs'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase, startEmbeddedPostgres } from '#server/embedded-postgres.ts'

/** A separate, durable PostgreSQL that tests stop, start, restart and freeze. */
export type OwnPostgres = {
  /** The owner's address; it stays the same. */
  url: string
  stop(mode: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
  /** Sends SIGSTOP to all of its processes: connections stay open and nothing answers. */
  freeze(): void
  thaw(): void
  postmaster(): number
  remove(): Promise<void>
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const root = mkdtempSync(join(tmpdir(), 'peach-own-pg-'))
  // PostgreSQL's own account must be able to enter the folder.
  chmodSync(root, 0o711)
  const folder = join(root, 'postgres')
  let running = await startEmbeddedPostgres({ folder })
  await createDatabase(running.ownerUrl)
  const postmaster = () => Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    const parent = postmaster()
    // The postmaster first, so that it starts no more of them.
    for (const pid of [parent, ...childrenOf(parent)]) process.kill(pid, name)
  }
  return {
    url: running.ownerUrl,
    stop: (mode) => running.stop(mode),
    start: async () => {
      running = await startEmbeddedPostgres({ folder })
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    postmaster,
    remove: async () => {
      await running.stop('immediate')
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Runs a query on its own connection and closes it. */
export async function askOnce<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The running children of a process. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}
