import { setTimeout as pause } from 'node:timers/promises'
import { log } from '#app/platform/log.server.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'

const CHECK_EVERY_MS = 500
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 15_000

/**
 * Starts the embedded PostgreSQL again when it ended by itself: after a crash, a kill, or a full disk. Retries, with growing
 * delays, until it works; a database that merely does not answer is left alone. `start` starts it from the same folder. Stopping ends the
 * supervision first and then the database.
 */
export function supervisePostgres(
  first: EmbeddedPostgres,
  start: () => Promise<EmbeddedPostgres>,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running = first

  const wait = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => {})

  async function bringBack(): Promise<void> {
    log.error('the embedded database has ended: it is started again')
    for (let waitMs = FIRST_WAIT_MS; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      try {
        running = await start()
        log.warn('the embedded database runs again')
        return
      } catch (error) {
        log.error({ err: error, waitMs }, 'the embedded database did not start')
        await wait(waitMs)
      }
    }
  }

  const supervision = (async () => {
    while (!stopping.signal.aborted) {
      await wait(CHECK_EVERY_MS)
      if (!stopping.signal.aborted && !running.isAlive()) await bringBack()
    }
  })()

  return {
    stop: async () => {
      stopping.abort()
      await supervision
      await running.stop()
    },
  }
}
