import { type DatabaseConnection, type Dialect, type Kysely, SingleConnectionProvider, Transaction } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../db/types.ts'
import { isOutOfDate, type PostgresClient } from '../postgres-client.ts'
import { setQueryTimeout } from './beginning-query.ts'

type Tx = Transaction<Database>
type Ask = (text: string, values: unknown[]) => Promise<pg.QueryResult>

/** How to query on the connection of an open transaction, and how long its statements may take. */
const open = new WeakMap<Tx, { ask: Ask; allowMs(milliseconds: number): void }>()

export function connectionOf(tx: Tx) {
  return open.get(tx)
}

export type Pool = { pool: pg.Pool; db: Kysely<Database>; dialect: Dialect; queryTimeoutMs: number }

/**
 * A transaction without Kysely's layers around it, which cost a short command more than its statements: `begin` goes with the first
 * statement, and nothing is sent for a command without one.
 */
export async function shortTransaction<Value>(from: Pool, command: (tx: Tx) => Promise<Value>): Promise<Value> {
  const client = (await from.pool.connect()) as pg.PoolClient & PostgresClient
  let isOpen = true
  // Until it is known not to have begun, a failure is rolled back.
  let begun = true
  const ask: Ask = async (text, values) => {
    // A statement that nobody awaited would run into the next use of this connection.
    if (!isOpen) throw new Error('the transaction is over')
    if (begun) return client.query(text, values)
    begun = true
    return client.queryBeginning(text, values)
  }
  const tx = transactionOn(from, ask)
  open.set(tx, { ask, allowMs: (milliseconds) => setQueryTimeout(client, milliseconds) })
  let broken: Error | undefined
  try {
    begun = await client.begin()
    const value = await command(tx)
    isOpen = false
    // The database answers so when a statement had failed and the error was ignored.
    if (begun && (await client.query('commit')).command === 'ROLLBACK')
      throw new Error('a statement of the transaction failed: nothing was committed')
    return value
  } catch (error) {
    isOpen = false
    // A connection that can't even roll back is discarded.
    if (begun) await client.query('rollback').catch((lost: Error) => (broken = lost))
    if (isOutOfDate(error)) broken = error as Error
    throw error
  } finally {
    open.delete(tx)
    setQueryTimeout(client, from.queryTimeoutMs)
    client.release(broken)
  }
}

function transactionOn({ db, dialect }: Pool, ask: Ask): Tx {
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
  return new Transaction<Database>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor })
}

const COUNTED: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
