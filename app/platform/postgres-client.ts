import pg from 'pg'
import { StatementNames } from './statement-names.ts'
import { BEGIN, BeginningQuery } from './unsafe/beginning-query.ts'

/** A prepared statement whose columns a migration has changed, and one that the connection has lost. */
const OUT_OF_DATE: ReadonlySet<unknown> = new Set(['0A000', '26000'])

/** Whether this connection's prepared statements can't be used again; nothing was executed. */
export function isOutOfDate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OUT_OF_DATE.has(error.code)
}

const names = new StatementNames()

/** Gives a constant text its own name, so that every client prepares it from the first time on. */
export function nameStatement(text: string, name: string): void {
  names.give(text, name)
}

type AnyQuery = (...given: unknown[]) => unknown

/**
 * The driver's client with two additions: frequent texts get a name, so that they are parsed and planned once a connection, and a
 * transaction's `begin` is sent with its first statement, which saves a round trip.
 */
export class PostgresClient extends pg.Client {
  // The signature stays the driver's own, with all its overloads.
  override query = ((...given: unknown[]) => {
    const [text, values, ...rest] = given
    const name = typeof text === 'string' && Array.isArray(values) ? this.nameOf(text) : undefined
    const answer = this.ask(name === undefined ? given : [{ name, text, values }, undefined, ...rest])
    if (answer instanceof Promise) answer.catch((error) => this.noteFailure(error, name))
    return answer
  }) as pg.Client['query']

  private stale = false
  private knowsBegin = false
  private collecting = false

  /**
   * Opens a transaction where that costs no extra round trip: true once it is open; false where `queryBeginning` has to send the first
   * statement.
   */
  async begin(): Promise<boolean> {
    if (this.knowsBegin) return false
    await this.query({ name: BEGIN, text: BEGIN })
    this.knowsBegin = true
    return true
  }

  /** Sends `begin` and the first statement in one message: where the one fails the database never runs the other. */
  queryBeginning(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = this.nameOf(text)
    return new Promise((resolve, reject) => {
      const question = new BeginningQuery(
        { text, values, queryMode: 'extended', ...(name && { name }) },
        (error, result) => {
          if (!error) return resolve(result)
          this.noteFailure(error, name)
          reject(error)
        },
      )
      this.ask([question])
    })
  }

  private ask(given: unknown[]): unknown {
    this.sendTogether()
    return (pg.Client.prototype.query as AnyQuery).apply(this, given)
  }

  /** What is asked in one turn of the event loop is handed to the system once: handing it over costs more than composing it. */
  private sendTogether(): void {
    if (this.collecting) return
    this.collecting = true
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => {
      this.collecting = false
      stream.uncork()
    })
  }

  private nameOf(text: string): string | undefined {
    return this.stale ? undefined : names.of(text)
  }

  private noteFailure(error: unknown, name: string | undefined): void {
    if (name !== undefined && isOutOfDate(error)) this.stale = true
    // The answer may still arrive and would be taken for that of the next query. An ending client is never reused.
    if (error instanceof Error && error.message === 'Query read timeout') this.end().catch(() => {})
  }
}
