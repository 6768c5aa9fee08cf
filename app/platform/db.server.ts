import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  SingleConnectionProvider,
  sql,
  Transaction,
} from 'kysely'
import pg from 'pg'
import type { Database } from '../../db/types.ts'
import { nameStatement, isOutOfDate, PostgresClient } from './postgres-client.ts'

// Whole numbers of money exceed what a double holds exactly: int8 is always a bigint. Dates without a time stay text.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Db = Kysely<Database>
/** An open transaction. A function that takes one can't be called outside of a transaction: the compiler asks. */
export type Tx = Transaction<Database>

export const SERVER_ROLE = 'peach_app'

/** Behind the database's own 15 seconds. */
const QUERY_TIMEOUT_MS = 20_000

export let db: Db
let pool: pg.Pool
let dialect: PostgresDialect
let queryTimeoutMs = QUERY_TIMEOUT_MS

/**
 * Opens the pool that the whole process shares. Every connection works as the server's role, which owns no table.
 */
export function openDatabase(url: string, options: { max?: number; queryTimeoutMs?: number } = {}): Db {
  queryTimeoutMs = options.queryTimeoutMs ?? QUERY_TIMEOUT_MS
  pool = new pg.Pool({
    Client: PostgresClient,
    connectionString: url,
    // What is asked before the last answer came is sent at once; each connection still answers in order.
    pipeline: true,
    max: options.max ?? 10,
    // A request waits this long for a connection, then is told to come back: a queue without an end helps nobody.
    connectionTimeoutMillis: 8_000,
    // The database ends statements by itself after 15 seconds; where not even that is heard, nobody waits for ever.
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    // A new connection knows no plan yet and answers its first requests at half the speed: those of the last rush stay for the next.
    idleTimeoutMillis: 300_000,
    // Nothing here runs long enough to be worth compiling, and versions before 18 would compile where a scan is switched off.
    options: `-c role=${SERVER_ROLE} -c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000 -c timezone=UTC -c jit=off`,
  })
  // A connection that the database ends (restart, failover) must not end the process, whether it is idle (the pool tells) or in somebody's
  // hands (the client itself does, and the statement that waits on it fails). The next query opens a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  dialect = new PostgresDialect({ pool })
  db = new Kysely<Database>({ dialect })
  return db
}

export async function closeDatabase(): Promise<void> {
  await db?.destroy()
}

/** Gives up the connections that nobody uses now: after the database was away, an old one may lead nowhere. */
export function dropIdleConnections(): void {
  for (let idle = pool.idleCount; idle > 0; idle -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    )
}

/**
 * One act, one transaction. Serialisation failures, deadlocks and plans that are out of date are tried again: nothing of the first try
 * remains.
 */
export async function inTransaction<Value>(event: (tx: Tx) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(event)
    } catch (error) {
      const retriable = isPgError(error, '40001') || isPgError(error, '40P01') || isOutOfDate(error)
      if (!retriable || attempt === 5) throw error
    }
  }
}

type Ask = (text: string, values: unknown[]) => Promise<pg.QueryResult>

/** How to ask on the connection that an open transaction holds. */
const asks = new WeakMap<Tx, Ask>()
const clients = new WeakMap<Tx, PostgresClient>()

/** Lets the statements of this transaction take so long, where a page's may take 15 seconds. */
export async function allowSeconds(tx: Tx, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(tx)
  clients.get(tx)?.waitFor(seconds * 1_000 + queryTimeoutMs)
}

/** Kysely's own transaction, without the layers that a short act pays more for than for its statements. */
async function transact<Value>(event: (tx: Tx) => Promise<Value>): Promise<Value> {
  const client = (await pool.connect()) as pg.PoolClient & PostgresClient
  let open = true
  // Until it is known not to have begun, a failure is rolled back.
  let begun = true
  const ask: Ask = async (text, values) => {
    // A statement that nobody waited for would reach into whatever comes next on this connection.
    if (!open) throw new Error('the transaction is over')
    if (begun) return client.query(text, values)
    begun = true
    return client.queryBeginning(text, values)
  }
  const tx = openTransaction(ask)
  clients.set(tx, client)
  let broken: Error | undefined
  try {
    begun = await client.begin()
    const value = await event(tx)
    open = false
    // The database answers so when a statement had failed and nobody was told.
    if (begun && (await client.query('commit')).command === 'ROLLBACK')
      throw new Error('a statement of the transaction failed: nothing was committed')
    return value
  } catch (error) {
    open = false
    // A connection that can't even roll back is of no use to anybody.
    if (begun) await client.query('rollback').catch((lost: Error) => (broken = lost))
    if (isOutOfDate(error)) broken = error as Error
    throw error
  } finally {
    asks.delete(tx)
    client.waitFor(queryTimeoutMs)
    client.release(broken)
  }
}

function openTransaction(ask: Ask): Tx {
  const connection: DatabaseConnection = {
    executeQuery: async (query) => {
      const { command, rowCount, rows } = await ask(query.sql, [...query.parameters])
      return { rows, ...(COUNTED.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
    },
    streamQuery: () => {
      throw new Error('nothing is streamed out of a transaction')
    },
  }
  const executor = db.getExecutor().withConnectionProvider(new SingleConnectionProvider(connection))
  const tx = new Transaction<Database>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor })
  asks.set(tx, ask)
  return tx
}

const COUNTED: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Reads on the hot path: parsed and planned once a connection, by name. A connection whose plan went stale is given up by the pool. */
export async function queryPrepared<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const result = await pool.query<Row>({ name, text, values })
  return result.rows
}

/** The same inside of a transaction, for statements that an act runs often. `text` is a constant: each one stays prepared. */
export async function queryPreparedIn<Row>(tx: Tx, name: string, text: string, values: unknown[]): Promise<Row[]> {
  nameStatement(text, name)
  const ask = asks.get(tx)
  if (ask) return (await ask(text, values)).rows as Row[]
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
