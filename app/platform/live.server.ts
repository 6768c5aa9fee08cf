import { setTimeout as pause } from 'node:timers/promises'
import type { LivePayload, LiveTransport, Notice } from './live.ts'
import { config } from './config.server.ts'
import { afterCommit, type Tx } from './db.server.ts'
import { log } from './log.server.ts'
import { postgresTransport } from './live-postgres.server.ts'
import { redisTransport } from './live-redis.server.ts'

const transport = (): LiveTransport => (config().redisUrl === null ? postgresTransport : redisTransport)

/** Longer payloads are refused by PostgreSQL (8,000 bytes). */
const MAX_PAYLOAD_CHARS = 7_500
/** Notices within this time go together: one alone is sent at once. */
const TOGETHER_MS = 5
/** Notices that wait where the database is slow; older ones are dropped, because pages ask by themselves now and then. */
const MAX_WAITING = 20_000

let waiting: Notice[] = []
let sending = false

/**
 * Announces to open pages what a transaction has changed, once it is committed; nothing is announced where it is rolled back. Costs the
 * command nothing: it isn't waited for, and notices of many commands go together.
 */
export function announce(tx: Tx, ...notices: Notice[]): void {
  afterCommit(tx, () => announceNow(...notices))
}

/** The same outside of a transaction. */
export function announceNow(...notices: Notice[]): void {
  waiting.push(...notices)
  if (waiting.length > MAX_WAITING) waiting.splice(0, waiting.length - MAX_WAITING)
  if (sending) return
  sending = true
  setImmediate(() => void sendWaiting())
}

async function sendWaiting(): Promise<void> {
  try {
    while (waiting.length > 0) {
      await transport().publish(payloadsOf(waiting.splice(0)))
      await pause(TOGETHER_MS, undefined, { ref: false })
    }
  } catch (error) {
    // Nobody misses more than the moment: pages ask by themselves now and then.
    log.warn({ err: error }, 'notices to open pages were not sent')
  } finally {
    sending = false
  }
}

/** Of the same kind in the same channel only the newest is sent. */
function payloadsOf(notices: readonly Notice[]): string[] {
  const newest = new Map<string, Notice>()
  for (const notice of notices) {
    const key = `${notice.channel} ${notice.kind} ${notice.by}`
    const known = newest.get(key)
    if (!known || (known.seq ?? 0) <= (notice.seq ?? 0)) newest.set(key, notice)
  }
  const payloads: string[] = []
  let texts: string[] = []
  let length = 0
  const close = (): void => {
    if (texts.length > 0) payloads.push(`{"notices":[${texts.join()}]}`)
    texts = []
    length = 0
  }
  for (const notice of newest.values()) {
    const text = JSON.stringify(notice)
    if (length + text.length > MAX_PAYLOAD_CHARS) close()
    texts.push(text)
    length += text.length + 1
  }
  close()
  return payloads
}

/** Hears what all processes announce, and which rights have ended, in the order in which it was committed. */
export function listenToLive(hear: {
  payload: (payload: LivePayload) => void
  ready: () => void
  lost: () => void
}): () => Promise<void> {
  return transport().listen({ ...hear, payload: (text) => hear.payload(JSON.parse(text) as LivePayload) })
}
