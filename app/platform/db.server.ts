import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from '../../db/types.ts'
import { nameStatement, isOutOfDate, PostgresClient } from './postgres-client.ts'
import { joinReads, sendStatementsWith, type Statement } from './read-together.server.ts'
import { connectionOf, shortTransaction } from './unsafe/short-transaction.server.ts'
import { isOn } from './unsafe/switches.ts'

// Money in whole numbers exceeds what a double holds exactly: int8 is always a bigint. Dates without a time stay text.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Db = Kysely<Database>
/** An open transaction. A function with this parameter can't be called outside of a transaction: the compiler checks it. */
export type Tx = Transaction<Database>

export const SERVER_ROLE = 'peach_app'

/** What the server's own role may not write. A command takes one of these roles for a few statements (docs/security.md). */
export const COMMAND_ROLES = ['peach_decisions', 'peach_erasure'] as const
export type CommandRole = (typeof COMMAND_ROLES)[number]

/** Longer than the database's own 15 seconds. */
const QUERY_TIMEOUT_MS = 20_000

export let db: Db
let pool: pg.Pool
let dialect: PostgresDialect
let queryTimeoutMs = QUERY_TIMEOUT_MS
let openedUrl = ''

/** Opens the pool that the whole process shares. Every connection has the server's role, which owns no table. */
export function openDatabase(url: string, options: { max?: number; queryTimeoutMs?: number } = {}): Db {
  queryTimeoutMs = options.queryTimeoutMs ?? QUERY_TIMEOUT_MS
  openedUrl = url
  pool = new pg.Pool({
    Client: PostgresClient,
    connectionString: url,
    // A query is sent at once, before the last answer arrived; each connection still answers in order.
    pipeline: true,
    max: options.max ?? 10,
    // A request waits this long for a connection, then is asked to try again later: an endless queue helps nobody.
    connectionTimeoutMillis: 8_000,
    // The database ends statements by itself after 15 seconds; where even that is not received, nobody waits for ever. Kysely's own
    // transactions can't lengthen it for one command.
    query_timeout: isOn('short-transactions') ? queryTimeoutMs : 0,
    keepAlive: true,
    // A new connection has no plans yet and answers its first requests at half the speed: those of the last rush are kept for the next.
    idleTimeoutMillis: 300_000,
    // Nothing here runs long enough to be worth compiling, and versions before 18 would compile where a scan is switched off.
    options: `-c role=${SERVER_ROLE} -c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000 -c timezone=UTC -c jit=off`,
  })
  // A connection that the database ends (restart, failover) must not end the process, whether it is idle (the pool reports it) or in use
  // (the client reports it, and the statement that waits on it fails). The next query opens a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  sendStatementsWith(sendStatements)
  dialect = new PostgresDialect({ pool })
  db = new Kysely<Database>({ dialect })
  return db
}

/** Where the pool's connections lead, for one that has to stay open by itself. */
export function databaseUrl(): string {
  return openedUrl
}

export async function closeDatabase(): Promise<void> {
  await db?.destroy()
}

/** Closes the idle connections: after an outage of the database, an old one may be dead. */
export function dropIdleConnections(): void {
  for (let idle = pool.idleCount; idle > 0; idle -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    )
}

const afterCommits = new WeakMap<Tx, (() => void)[]>()

/** Runs `work`, which doesn't throw, once this transaction is committed; never if it is rolled back. */
export function afterCommit(tx: Tx, work: () => void): void {
  afterCommits.get(tx)?.push(work)
}

/** One command, one transaction. Serialisation failures, deadlocks and outdated plans are retried: nothing of the first try remains. */
export async function inTransaction<Value>(command: (tx: Tx) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    const then: (() => void)[] = []
    try {
      const value = await transact((tx) => {
        afterCommits.set(tx, then)
        return command(tx)
      })
      for (const work of then) work()
      return value
    } catch (error) {
      const retriable = isPgError(error, '40001') || isPgError(error, '40P01') || isOutOfDate(error)
      if (!retriable || attempt === 5) throw error
    }
  }
}

/** Runs statements of an open transaction in a role that may write what the server's own may not; the rights end with them. */
export async function asRole<Value>(tx: Tx, role: CommandRole, work: () => Promise<Value>): Promise<Value> {
  await sql`select set_config('role', ${role}, true)`.execute(tx)
  try {
    return await work()
  } finally {
    // After a failed statement the transaction takes no more, and its end takes the role away.
    await sql`select set_config('role', ${SERVER_ROLE}, true)`.execute(tx).catch(() => {})
  }
}

/** Lets the statements of this transaction take so long, where a page's may take 15 seconds. */
export async function allowSeconds(tx: Tx, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(tx)
  connectionOf(tx)?.allowMs(seconds * 1_000 + queryTimeoutMs)
}

function transact<Value>(command: (tx: Tx) => Promise<Value>): Promise<Value> {
  if (isOn('short-transactions')) return shortTransaction({ pool, db, dialect, queryTimeoutMs }, command)
  return db.transaction().execute(async (tx) => {
    const value = await command(tx)
    // Kysely would commit nothing and say nothing where a statement had failed and the error was ignored.
    await sql`select 1`.execute(tx)
    return value
  })
}

/** Reads on the hot path: parsed and planned once a connection, by name. The pool discards a connection with an outdated plan. */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const query = { name, text, values }
  const result = await (joinReads<Row>(query) ?? pool.query<Row>(query))
  return result.rows
}

/** Asks all of them on one connection, which the pool discards where one has failed. */
function sendStatements(statements: readonly Statement[]): void {
  pool.connect((refused, client, release) => {
    if (!client) return statements.forEach(({ reject }) => reject(refused ?? new Error('no connection')))
    let open = statements.length
    let failed: Error | undefined
    for (const { query, resolve, reject } of statements)
      client.query(query, (error: Error | null, result) => {
        failed ??= error ?? undefined
        open -= 1
        if (open === 0) release(failed)
        if (error) reject(error)
        else resolve(result)
      })
  })
}

/** The same inside a transaction, for statements that a command runs often. `text` is a constant: each one stays prepared. */
export async function queryPreparedIn<Row>(tx: Tx, name: string, text: string, values: unknown[]): Promise<Row[]> {
  nameStatement(text, name)
  const connection = connectionOf(tx)
  if (connection) return (await connection.ask(text, values)).rows as Row[]
  const result = await tx.executeQuery<Row>(CompiledQuery.raw(text, values))
  return result.rows
}

export function isPgError(error: unknown, code: string, constraint?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== code) return false
  return constraint === undefined || ('constraint' in error && error.constraint === constraint)
}

export const UNIQUE_VIOLATION = '23505'

/** How many statements and transactions wait for a connection of the pool. */
export function countWaitingForDatabase(): number {
  return pool?.waitingCount ?? 0
}
