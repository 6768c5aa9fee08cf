import type pg from 'pg'

/** A prepared statement that waits for the others that are sent with it. */
export type Statement = {
  query: pg.QueryConfig
  resolve: (result: pg.QueryResult) => void
  reject: (error: Error) => void
}

let collecting: Statement[] | null = null
let send: ((statements: Statement[]) => void) | null = null

/** How they are sent; set when the database is opened. */
export function sendStatementsWith(sender: typeof send): void {
  send = sender
}

/**
 * The reads that `start` begins at once, before its first await, are sent on one connection without waiting for each other: half the
 * processor time of a connection each. They are answered one after another, and each fails for itself.
 */
export function readTogether<Value>(start: () => Value): Value {
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
