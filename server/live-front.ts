import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { databaseIsAway } from '#app/platform/database-watch.server.ts'
import { TooManyWaitingError } from '#app/platform/concurrency-limit.ts'
import { logFailure } from '#app/platform/log-failure.server.ts'
import { cookieValue } from '#app/web/cookies.server.ts'
import { rememberSession } from '#app/web/known-sessions.server.ts'
import { type Admission, admitToLive } from '#app/web/live/admit.server.ts'
import type { FrontGuard } from './front-guard.ts'
import { answerRaw } from './refuse.ts'

export type LiveVisitor = Admission & { token: string }

type Front = {
  /** Every origin that is ours. */
  own: Set<string>
  guard: FrontGuard
  sessionCookie: string
  headers: [string, string][]
  /** Whether connections are taken, now or in a moment. */
  opensSoon: () => Promise<boolean>
  /** Looks up one session after the other, some at once: after a restart all pages come together. */
  inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>
}

/**
 * An upgrade passes what a request passes, in the order of the costs: the parameters, the origin of the page, the session cookie, the rate
 * limits, and then the session. Its address is listed in methods.ts. Answers and returns null where one of them refuses it.
 */
export async function admitUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  front: Front,
): Promise<LiveVisitor | null> {
  const refuse = (status: string, extra: [string, string][] = []): null => {
    if (!socket.destroyed) answerRaw(socket, status, [...front.headers, ...extra])
    return null
  }
  // Whatever the browser does with its end while we look: the process goes on.
  socket.on('error', () => socket.destroy())
  if (!isNewConnection(request)) return refuse('400 Bad Request')
  if (databaseIsAway()) return refuse('503 Service Unavailable', [['retry-after', '5']])
  // A browser names the page's origin in every upgrade, and no other site can hide its own.
  if (request.headers.origin === undefined || !front.own.has(request.headers.origin)) return refuse('403 Forbidden')
  const token = cookieValue(request.headers.cookie ?? '', front.sessionCookie)
  if (!token) return refuse('401 Unauthorized')
  const place = await front.guard.admit(request)
  if (!('leave' in place)) return refuse(`${place.status} Too Busy`, [['retry-after', String(place.retrySeconds)]])
  // From here on it waits in a line of its own. Refused, a page would come back seconds later.
  try {
    if (!(await front.opensSoon())) return refuse('503 Service Unavailable', [['retry-after', '5']])
    const admission = await front.inTurn(() => (socket.destroyed ? Promise.resolve(null) : admitToLive(token)))
    if (!admission) return refuse('401 Unauthorized')
    rememberSession(token, admission.person.id)
    return { ...admission, token }
  } catch (error) {
    if (!(error instanceof TooManyWaitingError)) logFailure(error, {}, 'a live connection could not be checked')
    return refuse('503 Service Unavailable', [['retry-after', '5']])
  }
}

/** With the parameters of a new connection over a WebSocket; there is no other way to connect. */
function isNewConnection({ method, url }: IncomingMessage): boolean {
  if (method !== 'GET') return false
  const parameters = new URLSearchParams(url!.split('?', 2)[1] ?? '')
  return parameters.get('EIO') === '4' && parameters.get('transport') === 'websocket' && !parameters.has('sid')
}
