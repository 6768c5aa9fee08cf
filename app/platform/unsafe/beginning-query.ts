import pg from 'pg'

export const BEGIN = 'begin'

/** What this file uses of the driver's internal query: its types don't cover it, `prepared.db.test.ts` tests it. */
type Wire = { bind(config: { statement: string }): void; execute(config: object): void }
type Answered = (error: Error | null, result: pg.QueryResult) => void
type Insides = { prepare(wire: Wire): void; handleCommandComplete(message: unknown, wire: Wire): void }
const DriverQuery = pg.Query as unknown as new (config: object, answered: Answered) => pg.Query & Insides

/** `begin` and a statement up to one Sync: an error in the first skips the second, as the protocol defines. */
export class BeginningQuery extends DriverQuery {
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

/** How long statements of this connection wait for their answer from now on; the driver reads it at each of them. */
export function setQueryTimeout(client: pg.ClientBase, milliseconds: number): void {
  const { connectionParameters } = client as unknown as { connectionParameters: { query_timeout: number } }
  connectionParameters.query_timeout = milliseconds
}
