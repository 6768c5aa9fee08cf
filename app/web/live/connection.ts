import type { Socket } from 'socket.io-client'
import { type ChannelName, LIVE_PATH, type Notice } from '#app/platform/live.ts'

/** `null`: something may have been missed, so the page asks for what it shows. */
export type OnNotice = (notice: Notice | null) => void

/** The browser's own account needs no id: the server knows whose connection it is. */
export type Watched = 'account' | Exclude<ChannelName, `account:${string}`>

/** A page that nobody looks at needs no news: after this long it lets go, and asks when it is looked at again. */
const HIDDEN_MS = 30_000
/** Where connections are blocked, pages work without one; now and then it is tried again. */
const ATTEMPTS = 30
const TRY_AGAIN_MS = 120_000
const JOINED_WITHIN_MS = 5_000
/** A busy server that could not read the rights is asked again, later each time, and not by all pages at once. */
const JOIN_AGAIN_MS = [1_000, 2_000, 5_000]

const watchers = new Map<Watched, Set<OnNotice>>()
let socket: Socket | null = null
let opening = false

/** Whether notices arrive. Where they don't, pages ask by themselves. */
export const isLive = (): boolean => socket?.connected ?? false

/**
 * Calls back for each notice of a channel, and with null when what came before may have been missed. The first call of a page loads the
 * client and connects. Returns how to stop.
 */
export function watchChannel(channel: Watched, onNotice: OnNotice): () => void {
  const all = watchers.get(channel) ?? new Set()
  watchers.set(channel, all)
  if (all.add(onNotice).size === 1) join([channel])
  else if (isLive()) onNotice(null)
  if (!socket && !opening) void open()
  return () => {
    all.delete(onNotice)
    if (all.size > 0) return
    watchers.delete(channel)
    if (channel !== 'account') socket?.emit('leave', channel)
  }
}

export function sayTyping(threadId: string): void {
  if (isLive()) socket!.volatile.emit('typing', threadId)
}

async function open(): Promise<void> {
  opening = true
  const client = await import('socket.io-client').catch(() => null)
  opening = false
  if (!client) return
  socket = client.io({
    path: LIVE_PATH,
    transports: ['websocket'],
    // All pages lose it at the same moment when a server restarts: they come back spread over some seconds.
    reconnectionDelay: 500,
    reconnectionDelayMax: 2_000,
    randomizationFactor: 0.5,
    reconnectionAttempts: ATTEMPTS,
  })
  socket.on('connect', () => join([...watchers.keys()]))
  socket.on('sync', () => sync([...watchers.keys()]))
  socket.on('notice', (notice: Notice) => {
    const channel = notice.channel.startsWith('account:') ? 'account' : (notice.channel as Watched)
    for (const tell of watchers.get(channel) ?? []) tell(notice)
  })
  socket.io.on('reconnect_failed', () => setTimeout(() => socket?.connect(), TRY_AGAIN_MS))
  rest(socket)
}

/** What came before the server had joined them is asked for afterwards. */
function join(channels: readonly Watched[], tries = 0): void {
  if (!isLive()) return
  const asked = channels.filter((channel) => channel !== 'account')
  if (asked.length === 0) sync(channels)
  else
    socket!.timeout(JOINED_WITHIN_MS).emit('join', asked, (failure: Error | null, got: readonly string[] | null) => {
      sync(channels)
      if (!failure && got) return
      const afterMs = JOIN_AGAIN_MS[Math.min(tries, JOIN_AGAIN_MS.length - 1)]! * (0.5 + Math.random())
      setTimeout(
        () =>
          join(
            channels.filter((channel) => watchers.has(channel)),
            tries + 1,
          ),
        afterMs,
      )
    })
}

function sync(channels: readonly Watched[]): void {
  for (const channel of channels) for (const tell of watchers.get(channel) ?? []) tell(null)
}

/** Lets go while the page is hidden. */
function rest(of: Socket): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(() => of.disconnect(), HIDDEN_MS)
    else if (!of.connected) of.connect()
  })
}
