import type pg from 'pg'
import { KnownColumnsQuery, type Wire } from './known-columns-query.ts'

export const BEGIN = 'begin'

/** `begin` and a statement up to one Sync: an error in the first skips the second, as the protocol defines. */
export class BeginningQuery extends KnownColumnsQuery {
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
