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
const readAnyInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readInstant)

/** Every connection is in UTC: "2026-11-28 18:04:22.123456+00". Other forms are the driver's, whose reader tries each there is. */
function readInstant(text: string): Date {
  const isUsual = text.endsWith('+00') && text[10] === ' '
  return isUsual ? new Date(`${text.slice(0, 10)}T${text.slice(11, text.length - 3)}Z`) : readAnyInstant(text)
}

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
/** One connection for reads that wait for nobody else. */
let firstPool: pg.Pool
let dialect: PostgresDialect
let queryTimeoutMs = QUERY_TIMEOUT_MS
let openedUrl = ''

/** Opens the pool that the whole process shares. Every connection has the server's role, which owns no table. */
export function openDatabase(url: string, options: { max?: number; queryTimeoutMs?: number } = {}): Db {
  queryTimeoutMs = options.queryTimeoutMs ?? QUERY_TIMEOUT_MS
  openedUrl = url
  const settings = {
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
  }
  pool = new pg.Pool(settings)
  firstPool = new pg.Pool({ ...settings, max: 1 })
  // A connection that the database ends (restart, failover) must not end the process, whether it is idle (the pool reports it) or in use
  // (the client reports it, and the statement that waits on it fails). The next query opens a new one.
  for (const each of [pool, firstPool]) {
    each.on('error', () => {})
    each.on('connect', (client) => client.on('error', () => {}))
  }
  sendStatementsWith({ together: sendStatements, first: sendFirst() })
  dialect = new PostgresDialect({ pool })
  db = new Kysely<Database>({ dialect })
  return db
}

/** Where the pool's connections lead, for one that has to stay open by itself. */
export function databaseUrl(): string {
  return openedUrl
}

export async function closeDatabase(): Promise<void> {
  await Promise.all([db?.destroy(), firstPool?.ended ? null : firstPool?.end()])
}

/** Closes the idle connections: after an outage of the database, an old one may be dead. */
export function dropIdleConnections(): void {
  for (const each of [pool, firstPool])
    for (let idle = each.idleCount; idle > 0; idle -= 1)
      each.connect().then(
        (client) => client.release(true),
        () => {},
      )
}

/** Whether a query finds a row. */
export async function hasRow(query: { executeTakeFirst: () => Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined
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
    new Held(client, release).ask(statements)
  })
}

/** Asks all of them on the one connection of `firstPool`, whatever it has been asked before: it is given back when all are answered. */
function sendFirst(): (statements: readonly Statement[]) => void {
  let holding: Promise<Held> | null = null
  const hold = async (): Promise<Held> => {
    const client = await firstPool.connect()
    return new Held(client, (failed) => {
      holding = null
      client.release(failed)
    })
  }
  return (statements) => {
    holding ??= hold()
    const held = holding
    held.then(
      (of) => of.ask(statements),
      (refused: Error) => {
        if (holding === held) holding = null
        for (const { reject } of statements) reject(refused)
      },
    )
  }
}

/** A connection until all that it was asked is answered; the pool discards it where something has failed. */
class Held {
  #open = 0
  #failed: Error | undefined
  #client: pg.PoolClient
  #release: (failed?: Error) => void

  constructor(client: pg.PoolClient, release: (failed?: Error) => void) {
    this.#client = client
    this.#release = release
  }

  ask(statements: readonly Statement[]): void {
    this.#open += statements.length
    for (const { query, resolve, reject } of statements)
      this.#client.query(query, (error: Error | null, result) => {
        this.#failed ??= error ?? undefined
        this.#open -= 1
        if (this.#open === 0) this.#release(this.#failed)
        if (error) reject(error)
        else resolve(result)
      })
  }
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
