import pg from 'pg'
import { databaseUrl, queryPrepared } from './db.server.ts'
import type { LiveTransport } from './live.ts'

/** The triggers of db/migrations/20261124T1100_announce_ended_rights.sql use the same name. */
const CHANNEL = 'peach_live'

const PATIENCE_MS = 5_000
const ASK_EVERY_MS = 5_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000

/**
 * NOTIFY and LISTEN. PostgreSQL delivers in the order of commits, so that the end of a right is heard before anything that was announced
 * after it. A connection pooler between us and the database must not share connections among transactions for this one connection.
 */
export const postgresTransport: LiveTransport = {
  async publish(payloads) {
    await queryPrepared('announce-live', 'select pg_notify($1, p) from unnest($2::text[]) p', [CHANNEL, payloads])
  },

  listen({ payload, ready, lost }) {
    let client: pg.Client | null = null
    let timer: NodeJS.Timeout | undefined
    let isReady = false
    let closed = false
    let waitMs = FIRST_WAIT_MS

    const drop = (): void => {
      const dropped = client
      client = null
      clearTimeout(timer)
      void dropped?.end().catch(() => {})
      if (isReady) lost()
      isReady = false
      if (closed) return
      timer = setTimeout(() => void open(), waitMs)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
    const open = async (): Promise<void> => {
      const opened = new pg.Client({
        connectionString: databaseUrl(),
        connectionTimeoutMillis: PATIENCE_MS,
        query_timeout: PATIENCE_MS,
        keepAlive: true,
        application_name: 'peach-live',
      })
      client = opened
      const failed = (): void => {
        if (client === opened) drop()
      }
      opened.on('error', failed)
      opened.on('end', failed)
      opened.on('notification', (message) => {
        if (client === opened) payload(message.payload ?? '{"notices":[]}')
      })
      try {
        await opened.connect()
        await opened.query(`listen ${CHANNEL}`)
        if (client !== opened) return
        waitMs = FIRST_WAIT_MS
        isReady = true
        ready()
        ask(opened)
      } catch {
        failed()
      }
    }
    // A connection whose other end is gone says nothing by itself.
    const ask = (of: pg.Client): void => {
      timer = setTimeout(() => {
        of.query('select 1').then(
          () => client === of && ask(of),
          () => client === of && drop(),
        )
      }, ASK_EVERY_MS)
    }
    void open()
    return async () => {
      closed = true
      const open = client
      client = null
      clearTimeout(timer)
      await open?.end().catch(() => {})
    }
  },
}
