import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Server, type Socket } from 'socket.io'
import type { Person } from '#app/domain/identity/actor.ts'
import { keepPresence } from '#app/domain/creators/keep-presence.server.ts'
import { announceTyping } from '#app/domain/chat/announce-typing.server.ts'
import { now } from '#app/platform/clock.ts'
import { concurrencyLimit } from '#app/platform/concurrency-limit.ts'
import { listenToLive } from '#app/platform/live.server.ts'
import { type ChannelName, LIVE_PATH, type LivePayload, type Notice, type RightOf } from '#app/platform/live.ts'
import { logFailure } from '#app/platform/log-failure.server.ts'
import { admitToLive } from '#app/web/live/admit.server.ts'
import { allowedChannels, readChannel } from '#app/web/live/channels.server.ts'
import type { FrontGuard } from './front-guard.ts'
import { admitUpgrade, type LiveVisitor } from './live-front.ts'
import { LiveLimits, MAX_CHANNELS, MAX_FRAME_BYTES } from './live-limits.ts'
import { countLive } from './metrics.ts'
import { clientAddress, networkOf } from './origins.ts'

type ToBrowser = { notice: (notice: Notice) => void; sync: () => void }
type FromBrowser = {
  join: (names: unknown, answer: unknown) => void
  leave: (name: unknown) => void
  typing: (threadId: unknown) => void
}
/** `wants`: the channels that the browser has joined; it is in the rooms of those that it may listen to. */
type Held = LiveVisitor & { wants: Set<ChannelName>; checkedAt: number }
/** `ended`: how many rights had ended when the visitor was admitted. */
type Admitted = LiveVisitor & { ended: number }
type Connection = Socket<FromBrowser, ToBrowser, Record<string, never>, Held>

export type Live = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Hears announcements from now on, and takes connections. */
  start(): void
  stop(): Promise<void>
}

const OPENS_WITHIN_MS = 10_000
/** Sessions that are looked up at the same time, for pages that connect. */
const SESSIONS_AT_ONCE = 32
/** After a restart everybody comes at once, and waits for some seconds at most. */
const MAX_WAITING = 5_000
/** An end by time announces nothing: this often is looked whose session has ended, */
const SESSION_ENDS_MS = 250
/** and each connection is checked as a whole this often. */
const CHECK_EVERY_MS = 300_000
/** Creators who are live stay so while a page of theirs is connected; under a third of PRESENCE_SECONDS. */
const BEAT_EVERY_MS = 25_000

/**
 * The live connection of open pages, over Socket.IO. It carries notices of what has changed, never content, and takes from browsers only
 * which channels they want and that somebody types. What it needs to know of a connection's rights is in its rooms: they are left before the
 * end of a right is looked into, so that nothing is sent on a right that has ended.
 */
export function createLive(options: {
  own: Set<string>
  guard: FrontGuard
  sessionCookie: string
  trustProxy: number
  factor: number
  headers: [string, string][]
  /** Called when any right has ended, and when such an end may have been missed. */
  onRightEnded: () => void
}): Live {
  const limits = new LiveLimits(options.factor)
  const visitors = new WeakMap<IncomingMessage, Admitted>()
  const state = { open: false, ended: 0 }
  const waiting = new Set<() => void>()
  const inTurn = concurrencyLimit({ atOnce: SESSIONS_AT_ONCE, maxWaiting: MAX_WAITING })
  const io = new Server<FromBrowser, ToBrowser, Record<string, never>, Held>({
    path: LIVE_PATH,
    serveClient: false,
    transports: ['websocket'],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: MAX_FRAME_BYTES,
    connectTimeout: 5_000,
    allowRequest: (request, answer) => answer(null, visitors.has(request)),
  })
  // Only its upgrades are used, and only those that we hand over: it never sees a request.
  io.attach(createServer())
  io.on('connection', (connection) => {
    begin(connection).catch((error: unknown) => endUnchecked(connection, error))
  })

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { ended } = state
    const visitor = await admitUpgrade(request, socket, { ...options, opensSoon, inTurn })
    if (!visitor || socket.destroyed) return
    const close = limits.open(visitor.person.id, networkOf(clientAddress(request, options.trustProxy)))
    if (!close) return void socket.destroy()
    countLive(1)
    socket.once('close', () => {
      close()
      countLive(-1)
    })
    visitors.set(request, { ...visitor, ended })
    io.engine.handleUpgrade(request, socket, head)
  }

  /** Whether what is announced is heard, or will be in a moment: right after a start all pages are there before it is. */
  async function opensSoon(): Promise<boolean> {
    if (state.open) return true
    await new Promise<void>((resolve) => {
      const timer = setTimeout(go, OPENS_WITHIN_MS)
      function go(): void {
        clearTimeout(timer)
        waiting.delete(go)
        resolve()
      }
      waiting.add(go)
    })
    return state.open
  }

  async function begin(connection: Connection): Promise<void> {
    const { ended, ...visitor } = visitors.get(connection.request)!
    const { person } = visitor
    // Those that come together after a restart are not checked together.
    const checkedAt = performance.now() - Math.random() * CHECK_EVERY_MS
    Object.assign(connection.data, visitor, { wants: new Set([`account:${person.id}`]), checkedAt })
    // It would be held, with its headers, as long as the connection.
    Object.assign(connection.conn, { request: null })
    connection.conn.on('packet', ({ data }: { data?: unknown }) => {
      const bytes = typeof data === 'string' ? data.length : Buffer.isBuffer(data) ? MAX_FRAME_BYTES : 0
      if (!limits.takeFrame(connection.id, person.id, bytes)) connection.disconnect(true)
    })
    connection.on('join', (names, answer) => void join(connection, names, answer))
    connection.on('leave', (name) => {
      const channel = readChannel(name)
      if (!channel || !connection.data.wants.delete(channel)) return
      void connection.leave(channel)
    })
    connection.on('typing', (threadId) => {
      if (typeof threadId !== 'string' || !connection.rooms.has(`thread:${threadId}`)) return
      if (limits.takeTyping(connection.id)) void quietly(announceTyping(connection.data.person, threadId))
    })
    await connection.join(`session:${person.sessionId}`)
    if (ended === state.ended) await connection.join(`account:${person.id}`)
    else await checkAndSync(connection)
  }

  /**
   * A browser asks for channels, and is told which it gets; null where that could not be read now, so that it asks again. Names that can be
   * none, and repeated asking, cost no query.
   */
  async function join(connection: Connection, names: unknown, answer: unknown): Promise<void> {
    const reply = typeof answer === 'function' ? (answer as (got: readonly string[] | null) => void) : () => {}
    const asked = (Array.isArray(names) ? names.slice(0, MAX_CHANNELS) : [])
      .map(readChannel)
      .filter((name) => name !== null)
    const { wants } = connection.data
    const fresh = [...new Set(asked)].filter((name) => !wants.has(name))
    if (wants.size + fresh.length > MAX_CHANNELS) return reply([])
    if (fresh.length > 0 && !limits.takeJoin(connection.id)) return reply(null)
    for (const name of fresh) wants.add(name)
    const got = await quietly(enter(connection, fresh))
    // What was refused is not asked for again.
    for (const name of fresh) if (!got?.includes(name)) wants.delete(name)
    if (!got) return reply(null)
    reply(asked.filter((name) => connection.rooms.has(name)))
  }

  /** Enters those of the channels that the connection may listen to; where a right ends meanwhile, it looks again. */
  async function enter(connection: Connection, names: readonly ChannelName[]): Promise<ChannelName[]> {
    if (names.length === 0) return []
    for (;;) {
      const { ended } = state
      const allowed = await allowedChannels(connection.data.person, names)
      if (ended !== state.ended) continue
      const still = allowed.filter((name) => connection.data.wants.has(name))
      if (connection.connected) await connection.join(still)
      return still
    }
  }

  /** Reads the session and all rights of a connection anew. One whose session has ended is closed. */
  async function check(connection: Connection): Promise<void> {
    const { data } = connection
    data.checkedAt = performance.now()
    for (;;) {
      const { ended } = state
      const admission = await admitToLive(data.token)
      if (!connection.connected) return
      if (!admission) return void connection.disconnect(true)
      const { person } = admission
      Object.assign(data, admission)
      const allowed = await allowedChannels(person, [...data.wants])
      if (ended !== state.ended) continue
      for (const name of data.wants) if (!allowed.includes(name)) leave(connection, name)
      if (connection.connected) await connection.join(allowed.filter((name) => data.wants.has(name)))
      return
    }
  }

  function leave(connection: Connection, name: ChannelName): void {
    connection.data.wants.delete(name)
    void connection.leave(name)
  }

  /** Nothing more is sent to whoever leans on what has ended, until they are checked again. */
  function end(right: RightOf, id: string): void {
    state.ended += 1
    options.onRightEnded()
    const room = right === 'creator' ? `presence:${id}` : `${right}:${id}`
    for (const connectionId of io.of('/').adapter.rooms.get(room) ?? []) {
      const connection = io.of('/').sockets.get(connectionId)
      if (!connection) continue
      for (const name of connection.data.wants) void connection.leave(name)
      checkAndSync(connection).catch((error: unknown) => endUnchecked(connection, error))
    }
  }

  /** What was announced meanwhile is asked for. */
  async function checkAndSync(connection: Connection): Promise<void> {
    await check(connection)
    connection.emit('sync')
  }

  function endUnchecked(connection: Connection, error: unknown): void {
    logFailure(error, {}, 'the rights of a live connection could not be checked')
    connection.conn.close()
  }

  function hear(payload: LivePayload): void {
    if ('ended' in payload) return end(payload.ended, payload.id)
    for (const notice of payload.notices) io.to(notice.channel).emit('notice', notice)
  }

  /** Without announcements no right is certain: browsers connect again once they are heard. */
  function closeAll(): void {
    for (const connection of io.of('/').sockets.values()) connection.conn.close()
  }

  let stopListening: (() => Promise<void>) | null = null
  let timers: NodeJS.Timeout[] = []

  async function checkAll(which: (data: Held) => boolean): Promise<void> {
    for (const connection of io.of('/').sockets.values())
      if (connection.data.wants && which(connection.data)) await quietly(check(connection))
  }

  /** One heartbeat for each creator with an open page, whatever their number of pages. */
  async function beat(): Promise<void> {
    const creators = new Map<string, Person>()
    for (const { data } of io.of('/').sockets.values())
      if (data.person?.userType === 'creator') creators.set(data.person.id, data.person)
    for (const creator of creators.values()) await quietly(keepPresence(creator))
  }

  return {
    upgrade: (request, socket, head) => {
      upgrade(request, socket, head).catch((error: unknown) => {
        logFailure(error, {}, 'a live connection could not be opened')
        socket.destroy()
      })
    },
    start: () => {
      stopListening = listenToLive({
        payload: hear,
        ready: () => {
          state.open = true
          for (const go of waiting) go()
        },
        lost: () => {
          state.open = false
          options.onRightEnded()
          closeAll()
        },
      })
      timers = [
        repeat(SESSION_ENDS_MS, () => checkAll(({ endsAt }) => endsAt <= now())),
        repeat(1_000, () => checkAll(({ checkedAt }) => checkedAt < performance.now() - CHECK_EVERY_MS)),
        repeat(BEAT_EVERY_MS, beat),
      ]
    },
    stop: async () => {
      state.open = false
      for (const timer of timers) clearInterval(timer)
      closeAll()
      await stopListening?.()
    },
  }
}

/** Runs again when the last run is over. */
function repeat(everyMs: number, work: () => Promise<void>): NodeJS.Timeout {
  let running = false
  return setInterval(() => {
    if (running) return
    running = true
    void work().finally(() => (running = false))
  }, everyMs).unref()
}

async function quietly<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work
  } catch (error) {
    logFailure(error, {}, 'a live connection could not be served')
    return null
  }
}
