import pg from 'pg'
import { dropIdleConnections, isPgError } from './db.server.ts'
import { log } from './log.server.ts'
import { isDatabaseAway } from './outage.ts'

/** A database that leaves a simple query unanswered for this long, twice in a row, counts as away. */
const HUNG_MS = 2_000
const ASK_EVERY_MS = 1_000
const ASK_AGAIN_MS = 250
/** After this long without the database, requests that still wait for it are answered without it. */
const STAYS_AWAY_MS = 2_000
const TOO_MANY_CONNECTIONS = '53300'

/**
 * Checks every second, on a connection of its own, whether the database answers: probes and refusals must not wait in the pool behind
 * requests that wait for the database.
 */
class DatabaseWatch {
  awaySince: number | null = null
  readonly waiting = new Set<() => void>()
  private client: pg.Client | null = null
  private asking: Promise<boolean> | null = null
  private timer: NodeJS.Timeout | null = null
  private patience: NodeJS.Timeout | null = null
  private closed = false

  private readonly url: string

  constructor(url: string) {
    this.url = url
    void this.check()
  }

  /** Whether the database answers; simultaneous calls share one query. */
  ask(): Promise<boolean> {
    this.asking ??= this.question().finally(() => (this.asking = null))
    return this.asking
  }

  close(): void {
    this.closed = true
    if (this.timer) clearTimeout(this.timer)
    if (this.patience) clearTimeout(this.patience)
    this.drop()
  }

  private async check(): Promise<void> {
    const answers = await this.ask()
    if (this.closed) return
    this.note(answers)
    this.timer = setTimeout(() => void this.check(), answers ? ASK_EVERY_MS : ASK_AGAIN_MS)
  }

  private note(answers: boolean): void {
    if (answers && this.awaySince !== null) {
      log.info({ seconds: Math.round((performance.now() - this.awaySince) / 1_000) }, 'the database answers again')
      this.awaySince = null
      if (this.patience) clearTimeout(this.patience)
      // Open connections may be dead now: to a server that is gone, or through a network that dropped them.
      dropIdleConnections()
    } else if (!answers && this.awaySince === null) {
      log.error('the database does not answer: requests get 503 and jobs wait until it answers again')
      this.awaySince = performance.now()
      this.patience = setTimeout(() => {
        for (const cut of this.waiting) cut()
        this.waiting.clear()
      }, STAYS_AWAY_MS)
    }
  }

  private async question(): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const client = await this.connected()
        await client.query('select 1')
        return true
      } catch (error) {
        this.drop()
        if (this.closed) return false
        // The first try may have used a connection that had ended since, or this process was itself too busy to receive the answer.
        if (attempt === 1) continue
        // A server that refuses for another reason is up; too many connections are one.
        return !isDatabaseAway(error) || isPgError(error, TOO_MANY_CONNECTIONS)
      }
    }
  }

  private async connected(): Promise<pg.Client> {
    if (this.client) return this.client
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: HUNG_MS,
      query_timeout: HUNG_MS,
      application_name: 'peach-watch',
    })
    client.on('error', () => {
      if (this.client === client) this.client = null
    })
    this.client = client
    await client.connect()
    return client
  }

  private drop(): void {
    const { client } = this
    this.client = null
    // Don't wait for a clean close by a server that does not answer.
    void client?.end().catch(() => {})
  }
}

let watch: DatabaseWatch | null = null

/** Starts watching the database that `openDatabase` was given. */
export function watchDatabase(url: string): void {
  watch = new DatabaseWatch(url)
}

export function stopWatchingDatabase(): void {
  watch?.close()
  watch = null
}

/** Whether the database is known to be away: down, starting, or silent for seconds. False while there is no watch. */
export function databaseIsAway(): boolean {
  return watch !== null && watch.awaySince !== null
}

/** Whether the database answers within the given time; queried on a connection that no request uses. */
export async function databaseAnswers(withinMs: number): Promise<boolean> {
  if (!watch) return false
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs)
  })
  try {
    return await Promise.race([watch.ask(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Calls `cut` once when the database has been away for two seconds. Returns how to cancel that. */
export function whenDatabaseStaysAway(cut: () => void): () => void {
  const current = watch
  current?.waiting.add(cut)
  return () => current?.waiting.delete(cut)
}
