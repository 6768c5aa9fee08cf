import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { RedisClientType } from '@redis/client'
import { config } from './config.server.ts'
import type { LiveTransport } from './live.ts'
import { log } from './log.server.ts'
import { postgresTransport } from './live-postgres.server.ts'

const CHANNEL = 'peach_live'
const PATIENCE_MS = 5_000
const ASK_EVERY_MS = 5_000
const LONGEST_WAIT_MS = 5_000

let publisher: Promise<RedisClientType> | null = null

/**
 * Notices through Redis, for servers whose database should not carry them. The ends of rights still come from PostgreSQL, because they are
 * sent in the transaction that ends the right: a process is ready while it hears both. Nothing is queued for a Redis that is away.
 */
export const redisTransport: LiveTransport = {
  async publish(payloads) {
    publisher ??= connect().then(async (opened) => {
      // What comes first waits for the first connection, within bounds.
      if (!opened.isReady)
        await Promise.race([once(opened, 'ready'), pause(PATIENCE_MS, undefined, { ref: false })]).catch(() => {})
      return opened
    })
    const client = await publisher
    await Promise.all(payloads.map((payload) => client.publish(CHANNEL, payload)))
  },

  listen({ payload, ready, lost }) {
    const heard = { rights: false, notices: false }
    let isReady = false
    let closed = false
    const change = (values: Partial<typeof heard>): void => {
      Object.assign(heard, values)
      const both = heard.rights && heard.notices
      if (both === isReady || closed) return
      isReady = both
      if (both) ready()
      else lost()
    }
    const stopRights = postgresTransport.listen({
      payload,
      ready: () => change({ rights: true }),
      lost: () => change({ rights: false }),
    })
    const subscriber = connect()
    void subscriber.then((client) => hearNotices(client, payload, (notices) => change({ notices })))
    return async () => {
      closed = true
      const client = await subscriber
      client.destroy()
      await stopRights()
    }
  },
}

/** Subscribes whenever the connection is there, and says whether notices are heard now. */
function hearNotices(client: RedisClientType, hear: (text: string) => void, change: (heard: boolean) => void): void {
  const subscribe = (): void => {
    client.subscribe(CHANNEL, hear).then(
      () => change(true),
      () => change(false),
    )
  }
  client.on('ready', subscribe)
  client.on('error', () => change(false))
  if (client.isReady) subscribe()
  // A connection whose other end is gone says nothing by itself.
  const asking = setInterval(() => {
    if (!client.isOpen) return clearInterval(asking)
    if (client.isReady) void answers(client).then(change)
  }, ASK_EVERY_MS).unref()
}

async function answers(client: RedisClientType): Promise<boolean> {
  const late = pause(PATIENCE_MS, false, { ref: false })
  return Promise.race([
    late,
    client.ping().then(
      () => client.isReady,
      () => false,
    ),
  ])
}

/** A client that connects again by itself for as long as it takes. The package is loaded only where Redis is configured. */
async function connect(): Promise<RedisClientType> {
  const { createClient } = await import('@redis/client')
  const client: RedisClientType = createClient({
    url: config().redisUrl!,
    name: 'peach-live',
    disableOfflineQueue: true,
    socket: {
      connectTimeout: PATIENCE_MS,
      reconnectStrategy: (tries) => Math.min(2 ** tries * 100, LONGEST_WAIT_MS),
    },
  })
  let isLogged = false
  client.on('error', (error: unknown) => {
    // Each attempt fails anew: the first is enough for the log.
    if (!isLogged) log.warn({ err: error }, 'Redis is away: open pages ask by themselves until it is back')
    isLogged = true
  })
  client.on('ready', () => {
    isLogged = false
  })
  // Not waited for: it lasts until Redis is there, or until the client is closed.
  client.connect().catch(() => {})
  return client
}
