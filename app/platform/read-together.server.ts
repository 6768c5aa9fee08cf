import type pg from 'pg'

/** A prepared statement that waits for the others that are sent with it. */
export type Statement = {
  query: pg.QueryConfig
  resolve: (result: pg.QueryResult) => void
  reject: (error: Error) => void
}

type Send = (statements: Statement[]) => void

let collecting: Statement[] | null = null
let senders: { together: Send; first: Send } | null = null

/** How they are sent; set when the database is opened. */
export function sendStatementsWith(given: typeof senders): void {
  senders = given
}

/**
 * The reads that `start` begins at once, before its first await, are sent on one connection without waiting for each other: half the
 * processor time of a connection each. They are answered one after another, and each fails for itself.
 */
export function readTogether<Value>(start: () => Value): Value {
  return collect(start, senders?.together)
}

/**
 * The same on a connection that nothing else uses: for the few short reads that may not wait behind a rush of others, such as whether a page
 * may connect again after a restart.
 */
export function readFirst<Value>(start: () => Value): Value {
  return collect(start, senders?.first)
}

function collect<Value>(start: () => Value, send: Send | undefined): Value {
  if (collecting || !send) return start()
  const statements: Statement[] = (collecting = [])
  try {
    return start()
  } finally {
    collecting = null
    if (statements.length > 0) send(statements)
  }
}

/** The answer of a statement that joins those being collected; null where none is. */
export function joinReads<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> | null {
  const statements = collecting
  if (!statements) return null
  return new Promise((resolve, reject) => void statements.push({ query, resolve, reject }))
}
