import { log } from './log.server.ts'
import { isDatabaseAway } from './outage.ts'

const EVERY_MS = 30_000

let quietUntil = 0
let alike = 0

/**
 * Logs a failure. Failures that only mean that the database is away, of which an outage causes hundreds a second, share one line with a
 * count each half minute.
 */
export function logFailure(error: unknown, fields: Record<string, unknown>, message: string): void {
  if (!isDatabaseAway(error)) {
    log.error({ err: error, ...fields }, message)
    return
  }
  alike += 1
  if (performance.now() < quietUntil) return
  log.error({ reason: (error as { message: string }).message, alike, ...fields }, `${message}: the database is away`)
  alike = 0
  quietUntil = performance.now() + EVERY_MS
}
