// All data of the simulator, in memory, with a journal on disk that is written before anything is answered.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type {
  BalanceRecord,
  ChargebackRecord,
  DeliveryRecord,
  FiredRecord,
  LinkRecord,
  QueueRecord,
  RefundRecord,
  SettingsRecord,
  SettlementRecord,
  TimerRecord,
  TransactionRecord,
  TransferRecord,
} from './records.ts'

type Key = string | number
type Change = [table: string, row: unknown] | [table: string, row: null, id: string]

const CHANGES_BEFORE_COMPACTION = 20_000

/** Rows by id, with one secondary index; rows are replaced, never changed in place. */
export class Table<Row extends { id: Key }> {
  readonly name: string
  #rows = new Map<string, Row>()
  #groups = new Map<string, Set<string>>()
  #groupOf: (row: Row) => string
  #cap: number
  #keep: (row: Row) => boolean
  #record: (change: Change) => void

  constructor(
    name: string,
    record: (change: Change) => void,
    options: { groupOf?: (row: Row) => Key; cap?: number; keep?: (row: Row) => boolean } = {},
  ) {
    this.name = name
    this.#record = record
    this.#groupOf = (row) => String(options.groupOf?.(row) ?? '')
    this.#cap = options.cap ?? 20_000
    this.#keep = options.keep ?? (() => false)
  }

  get size(): number {
    return this.#rows.size
  }

  get(id: Key): Row | undefined {
    return this.#rows.get(String(id))
  }

  all(): Row[] {
    return [...this.#rows.values()]
  }

  /** Rows of one group, oldest first. */
  of(group: Key): Row[] {
    const ids = this.#groups.get(String(group)) ?? new Set<string>()
    return [...ids].flatMap((id) => this.#rows.get(id) ?? [])
  }

  newestOf(group: Key): Row | undefined {
    return this.of(group).at(-1)
  }

  put(row: Row): Row {
    this.load(row)
    this.#record([this.name, row])
    if (this.#rows.size > this.#cap) this.#dropOldest()
    return row
  }

  /** Changes some fields of a row and answers the new row. */
  patch(row: Row, fields: Partial<Row>): Row {
    return this.put({ ...(this.get(row.id) ?? row), ...fields })
  }

  delete(id: Key): void {
    this.unload(String(id))
    this.#record([this.name, null, String(id)])
  }

  clear(): void {
    for (const row of this.all()) this.delete(row.id)
  }

  load(row: Row): void {
    const id = String(row.id)
    this.#rows.set(id, row)
    const group = this.#groupOf(row)
    const ids = this.#groups.get(group) ?? new Set<string>()
    this.#groups.set(group, ids.add(id))
  }

  unload(id: string): void {
    const row = this.#rows.get(id)
    if (!row) return
    this.#rows.delete(id)
    const ids = this.#groups.get(this.#groupOf(row))
    ids?.delete(id)
    if (ids?.size === 0) this.#groups.delete(this.#groupOf(row))
  }

  #dropOldest(): void {
    for (const row of this.#rows.values()) {
      if (this.#keep(row)) continue
      this.delete(row.id)
      return
    }
  }
}

/** What the journal needs of a table; each table reads back only rows that it wrote itself. */
interface JournalTable {
  readonly name: string
  readonly size: number
  all(): unknown[]
  clear(): void
  load(row: never): void
  unload(id: string): void
}

const EMPTY_SETTINGS: SettingsRecord = {
  id: 'settings',
  lastIds: {},
  globalChoice: null,
  switches: {},
  variantCounts: {},
}

const FIRST_IDS: Record<string, number> = {
  transaction: 4_900_000,
  customer: 1_953_300,
  refund: 75_900,
  transfer: 396_400,
  chargeback: 18_200,
  settlement: 63_000,
}

export class Store {
  #pending: Change[] = []
  #written = 0
  #path: string | null
  #file: number | null = null
  #record = (change: Change): void => {
    this.#pending.push(change)
    if (this.#pending.length === 1) queueMicrotask(() => this.commit())
  }

  readonly links = new Table<LinkRecord>('links', this.#record, { groupOf: (row) => row.txRef })
  readonly transactions = new Table<TransactionRecord>('transactions', this.#record, { groupOf: (row) => row.txRef })
  readonly refunds = new Table<RefundRecord>('refunds', this.#record, { groupOf: (row) => row.transactionId })
  readonly transfers = new Table<TransferRecord>('transfers', this.#record, { groupOf: (row) => row.reference })
  readonly chargebacks = new Table<ChargebackRecord>('chargebacks', this.#record, {
    groupOf: (row) => row.transactionId,
  })
  readonly settlements = new Table<SettlementRecord>('settlements', this.#record, { groupOf: (row) => row.currency })
  readonly balances = new Table<BalanceRecord>('balances', this.#record)
  readonly timers = new Table<TimerRecord>('timers', this.#record, { groupOf: (row) => row.txRef, cap: 100_000 })
  readonly queue = new Table<QueueRecord>('queue', this.#record, { cap: 1_000 })
  readonly fired = new Table<FiredRecord>('fired', this.#record, { cap: 2_000 })
  readonly deliveries = new Table<DeliveryRecord>('deliveries', this.#record, {
    groupOf: (row) => row.txRef,
    cap: 5_000,
    keep: (row) => row.state === 'waiting' || row.state === 'sending',
  })
  readonly #settings = new Table<SettingsRecord>('settings', this.#record)

  /** Opens the journal in a folder, or keeps everything in memory when there is none. */
  constructor(folder: string | null) {
    if (folder === null) {
      this.#path = null
      return
    }
    mkdirSync(folder, { recursive: true })
    this.#path = join(folder, 'journal.jsonl')
    if (existsSync(this.#path)) this.#replay(readFileSync(this.#path, 'utf8'))
    this.#compact()
  }

  get settings(): SettingsRecord {
    return this.#settings.get('settings') ?? EMPTY_SETTINGS
  }

  changeSettings(fields: Partial<SettingsRecord>): void {
    this.#settings.put({ ...this.settings, ...fields })
  }

  /** The next id of a kind; ids only grow, also over restarts. */
  nextId(kind: string): number {
    const last = this.settings.lastIds[kind] ?? FIRST_IDS[kind] ?? 0
    this.changeSettings({ lastIds: { ...this.settings.lastIds, [kind]: last + 1 } })
    return last + 1
  }

  /** Writes what changed since the last time as one line. Every handler calls it before it answers. */
  commit(): void {
    const changes = this.#pending
    if (changes.length === 0) return
    this.#pending = []
    if (this.#file === null) return
    writeFully(this.#file, `${JSON.stringify(changes)}\n`)
    this.#written += changes.length
    if (this.#written > CHANGES_BEFORE_COMPACTION + 4 * this.#rowCount()) this.#compact()
  }

  /** Removes everything except the counters of ids. */
  reset(): void {
    const { lastIds } = this.settings
    for (const table of this.#tables()) table.clear()
    this.changeSettings({ ...EMPTY_SETTINGS, lastIds })
  }

  close(): void {
    this.commit()
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  #tables(): JournalTable[] {
    return [
      this.links,
      this.transactions,
      this.refunds,
      this.transfers,
      this.chargebacks,
      this.settlements,
      this.balances,
      this.timers,
      this.queue,
      this.fired,
      this.deliveries,
      this.#settings,
    ]
  }

  #rowCount(): number {
    return this.#tables().reduce((count, table) => count + table.size, 0)
  }

  #replay(journal: string): void {
    const tables = new Map(this.#tables().map((table) => [table.name, table]))
    for (const line of journal.split('\n')) {
      if (line === '') continue
      let changes: Change[]
      try {
        changes = JSON.parse(line)
      } catch {
        continue // The last line of a process killed in the middle of writing was never acknowledged.
      }
      for (const [name, row, id] of changes) {
        const table = tables.get(name)
        if (!table) continue
        if (row === null) table.unload(String(id))
        else table.load(row as never)
      }
    }
  }

  /** Rewrites the journal as one snapshot beside the old one and swaps them. */
  #compact(): void {
    if (this.#path === null) return
    const next = openSync(`${this.#path}.next`, 'w', 0o600)
    for (const table of this.#tables()) {
      for (const row of table.all()) writeFully(next, `${JSON.stringify([[table.name, row]])}\n`)
    }
    fsyncSync(next)
    renameSync(`${this.#path}.next`, this.#path)
    if (this.#file !== null) closeSync(this.#file)
    this.#file = next
    this.#written = 0
  }
}

function writeFully(file: number, text: string): void {
  const bytes = Buffer.from(text)
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
