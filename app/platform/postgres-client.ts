import pg from 'pg'
import { StatementNames } from './statement-names.ts'

/** A prepared statement whose columns a migration has changed, and one that the connection has lost. */
const OUT_OF_DATE: ReadonlySet<unknown> = new Set(['0A000', '26000'])

/** Whether this connection's prepared statements can't be used again; nothing was executed. */
export function isOutOfDate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OUT_OF_DATE.has(error.code)
}

const BEGIN = 'begin'
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
    return (pg.Client.prototype.query as AnyQuery).apply(this, given)
  }

  private nameOf(text: string): string | undefined {
    return this.stale ? undefined : names.of(text)
  }

  /** How long statements wait for their answer from now on; after that they fail and this connection ends. */
  waitFor(milliseconds: number): void {
    const { connectionParameters } = this as unknown as { connectionParameters: { query_timeout: number } }
    connectionParameters.query_timeout = milliseconds
  }

  private noteFailure(error: unknown, name: string | undefined): void {
    if (name !== undefined && isOutOfDate(error)) this.stale = true
    // The answer may still arrive and would be taken for that of the next query. An ending client is never reused.
    if (error instanceof Error && error.message === 'Query read timeout') this.end().catch(() => {})
  }
}

/** What this file uses of the driver's internal query: its types don't cover it, `prepared.db.test.ts` tests it. */
type Wire = { bind(config: { statement: string }): void; execute(config: object): void }
type Answered = (error: Error | null, result: pg.QueryResult) => void
type Insides = { prepare(wire: Wire): void; handleCommandComplete(message: unknown, wire: Wire): void }
const DriverQuery = pg.Query as unknown as new (config: object, answered: Answered) => pg.Query & Insides

/** `begin` and a statement up to one Sync: an error in the first skips the second, as the protocol defines. */
class BeginningQuery extends DriverQuery {
  private begun = false

  override prepare(wire: Wire): void {
    wire.bind({ statement: BEGIN })
    wire.execute({})
    super.prepare(wire)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.begun) return super.handleCommandComplete(message, wire)
    this.begun = true
  }
}
