import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { ServerBuild } from 'react-router'
import { currentVersion, EVERYBODY_AGREES } from '#app/domain/consents/documents.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { startSession } from '#app/domain/identity/start-session.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { LIVE_PATH, type Notice } from '#app/platform/live.ts'
import { createWeb } from '#server/web.ts'

export const ORIGIN = 'http://localhost:3000'

/** A web process without pages, on a port of its own. */
export async function startLiveServer(): Promise<{ port: number; stop: () => Promise<void> }> {
  const root = { id: 'root', path: '', module: {} }
  const web = createWeb({
    checkoutOrigins: [],
    workshop: {
      serveFile: (_request, response) => response.end('a page'),
      build: () => Promise.resolve({ routes: { root } } as unknown as ServerBuild),
    },
  })
  await web.becomeReady()
  web.server.listen(0, '127.0.0.1')
  await once(web.server, 'listening')
  return {
    port: (web.server.address() as AddressInfo).port,
    stop: async () => {
      web.stopTaking()
      web.server.closeAllConnections()
      await new Promise((resolve) => web.server.close(resolve))
    },
  }
}

/** The token of a new session of somebody who has agreed to everything. */
export async function signIn(person: Pick<Person, 'id'>): Promise<string> {
  for (const document of EVERYBODY_AGREES)
    await db
      .insertInto('consents')
      .values({
        id: newId(),
        profile_id: person.id,
        document,
        version: currentVersion(document).version,
        occasion: 'sign_up',
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return inTransaction((tx) => startSession(tx, { profileId: person.id, network: 'n', userAgent: 'u' }))
}

export type LiveClient = {
  socket: Socket
  notices: Notice[]
  syncs: () => number
  join: (...channels: string[]) => Promise<string[]>
}

type Options = { origin?: string; reconnection?: boolean }

/** A browser's live connection; it connects again by itself. */
export function connect(port: number, token: string | null, { origin = ORIGIN, ...options }: Options = {}): LiveClient {
  const socket = io(`http://127.0.0.1:${port}`, {
    path: LIVE_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 300,
    extraHeaders: { ...(origin && { origin }), ...(token && { cookie: `peach_session=${token}` }) },
    ...options,
  })
  const notices: Notice[] = []
  let syncs = 0
  socket.on('notice', (notice: Notice) => notices.push(notice))
  socket.on('sync', () => (syncs += 1))
  return {
    socket,
    notices,
    syncs: () => syncs,
    join: (...channels) => socket.timeout(3_000).emitWithAck('join', channels) as Promise<string[]>,
  }
}

/** Whether a connection with these is taken, by its end within a few seconds. */
export async function isTaken(port: number, token: string | null, options: { origin?: string } = {}): Promise<boolean> {
  const { socket } = connect(port, token, { reconnection: false, ...options })
  const taken = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('connect_error', () => resolve(false))
  })
  socket.disconnect()
  return taken
}

export async function until(check: () => boolean, ms = 5_000): Promise<number> {
  const began = performance.now()
  while (!check()) {
    if (performance.now() - began > ms) throw new Error('the condition was never met')
    await pause(5)
  }
  return performance.now() - began
}
