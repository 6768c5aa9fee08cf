import pg from 'pg'
import { isOn } from './switches.ts'

/** What this file uses of the driver's internal query and its result: its types don't cover it, `known-columns.db.test.ts` tests it. */
export type Wire = { bind(config: object): void; execute(config: object): void; describe(config: object): void }
type Answered = (error: Error | null, result: pg.QueryResult) => void
type Columns = { fields: pg.FieldDef[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
type Insides = {
  name: string | undefined
  queryMode: string | undefined
  _result: Columns
  _accumulateRows: boolean
  prepare(wire: Wire): void
  handleRowDescription(message: object): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[] | undefined,
  answered: Answered,
) => pg.Query & Insides
type Config = { text: string; values?: unknown[]; name?: string | undefined; queryMode?: 'extended' }

/** The columns of the prepared statements of one connection, by name: they can't change there, the database would refuse the statement. */
export class KnownColumns {
  readonly #columns = new Map<string, Columns | null>()
  #wire: Wire | undefined

  of(name: string | undefined): Columns | null | undefined {
    return name !== undefined && isOn('known-columns') ? this.#columns.get(name) : undefined
  }

  /** `columns`: null for a statement that answers without rows. */
  learn(name: string | undefined, columns: Columns | null): void {
    if (name !== undefined && !this.#columns.has(name)) this.#columns.set(name, columns)
  }

  /** The connection without the message that asks for the columns. */
  silent(wire: Wire): Wire {
    this.#wire ??= Object.assign(Object.create(wire), { describe: () => {} }) as Wire
    return this.#wire
  }
}

/** A named statement that asks for its columns once a connection, and not each time that it runs. */
export class KnownColumnsQuery extends DriverQuery {
  readonly #known: KnownColumns

  constructor(known: KnownColumns, { text, values, name, queryMode }: Config, answered: Answered) {
    // A config object would be copied property by property, which takes longer than to send it.
    super(text, values, answered)
    this.name = name
    this.queryMode = queryMode
    this.#known = known
  }

  override prepare(wire: Wire): void {
    const columns = this.#known.of(this.name)
    if (columns === undefined) return super.prepare(wire)
    if (columns) Object.assign(this._result, columns)
    this._accumulateRows = true
    super.prepare(this.#known.silent(wire))
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#known.learn(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    super.handleCommandComplete(message, wire)
    this.#known.learn(this.name, null)
  }
}
