import pg from 'pg'
import { StatementNames } from './statement-names.ts'
import { BEGIN, BeginningQuery } from './unsafe/beginning-query.ts'
import { KnownColumns, KnownColumnsQuery } from './unsafe/known-columns-query.ts'

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
type Answered = (error: Error | null, result: pg.QueryResult) => void
type Named = { name: string; text: string; values?: unknown[] }

/**
 * The driver's client with three additions: frequent texts get a name, so that they are parsed and planned once a connection; a named
 * statement asks for its columns once a connection; and a transaction's `begin` is sent with its first statement, which saves a round trip.
 */
export class PostgresClient extends pg.Client {
  // The signature stays the driver's own, with all its overloads.
  override query = ((...given: unknown[]) => {
    const named = this.named(given)
    if (!named) return this.askUnnamed(given)
    const answered = given.find((one): one is Answered => typeof one === 'function')
    if (answered) return void this.ask([new KnownColumnsQuery(this.columns, named, answered)])
    return this.promise(named.name, (done) => new KnownColumnsQuery(this.columns, named, done))
  }) as pg.Client['query']

  private readonly columns = new KnownColumns()
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
    const config = { text, values, name, queryMode: 'extended' as const }
    return this.promise(name, (done) => new BeginningQuery(this.columns, config, done))
  }

  private promise(name: string | undefined, question: (done: Answered) => pg.Query): Promise<pg.QueryResult> {
    const answer = new Promise<pg.QueryResult>((resolve, reject) => {
      const done: Answered = (error, result) => {
        if (!error) return resolve(result)
        this.noteFailure(error, name)
        reject(error)
      }
      this.ask([question(done)])
    })
    return answer.catch((error: Error) => {
      // Its own stack leads to the socket, this one to who asked.
      Error.captureStackTrace(error)
      throw error
    })
  }

  private askUnnamed(given: unknown[]): unknown {
    const answer = this.ask(given)
    if (answer instanceof Promise) answer.catch((error) => this.noteFailure(error, undefined))
    return answer
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

  /** The statement with its name: its own, or that of a frequent text. */
  private named([given, values]: unknown[]): Named | undefined {
    if (typeof given === 'string') {
      const name = Array.isArray(values) ? this.nameOf(given) : undefined
      return name === undefined ? undefined : { name, text: given, values: values as unknown[] }
    }
    return isNamed(given) ? given : undefined
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

function isNamed(given: unknown): given is Named {
  return (
    typeof given === 'object' &&
    given !== null &&
    'name' in given &&
    typeof given.name === 'string' &&
    !('submit' in given)
  )
}
