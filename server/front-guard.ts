import type { IncomingMessage } from 'node:http'
import type { Rate, RateLimits } from '#app/platform/rate-limit.ts'
import { cookieValue } from '#app/web/cookies.server.ts'
import { accountOfSession } from '#app/web/known-sessions.server.ts'
import { isUpgrade } from './methods.ts'
import { clientAddress, networkOf } from './origins.ts'
import { type Place, Places } from './places.ts'
import { SharedLimits } from './shared-limits.ts'
import { type Shed, TOO_BUSY, tooManyRequests } from './shed.ts'

/** The kind a request is counted as. `heavy`: a form whose body is larger than text. */
export type Kind = 'live' | 'page' | 'media' | 'write' | 'heavy' | 'upload' | 'webhook'

type Limits = {
  /** All sessions of an account together, and each single session. */
  account: Rate
  session: Rate
  /** Everybody in one network who is signed in, and all visitors there. Many people share one network of a mobile operator. */
  members: Rate
  visitors: Rate
}

const same = (rate: Rate) => ({ account: rate, session: rate, members: rate, visitors: rate })

/** Documented in docs/security.md. */
export const LIMITS: Readonly<Record<Kind, Limits>> = {
  page: {
    account: { burst: 300, perSecond: 5 },
    session: { burst: 200, perSecond: 4 },
    members: { burst: 5_000, perSecond: 200 },
    visitors: { burst: 600, perSecond: 20 },
  },
  media: {
    account: { burst: 900, perSecond: 20 },
    session: { burst: 600, perSecond: 15 },
    members: { burst: 20_000, perSecond: 800 },
    visitors: { burst: 3_000, perSecond: 100 },
  },
  write: {
    account: { burst: 120, perSecond: 2 },
    session: { burst: 100, perSecond: 2 },
    members: { burst: 2_000, perSecond: 80 },
    visitors: { burst: 200, perSecond: 3 },
  },
  heavy: {
    account: { burst: 30, perSecond: 1 / 60 },
    session: { burst: 30, perSecond: 1 / 60 },
    members: { burst: 300, perSecond: 2 },
    visitors: { burst: 20, perSecond: 1 / 30 },
  },
  upload: {
    account: { burst: 600, perSecond: 10 },
    session: { burst: 600, perSecond: 10 },
    members: { burst: 5_000, perSecond: 200 },
    visitors: { burst: 100, perSecond: 2 },
  },
  // After a restart everybody connects again at once, and no session is known yet.
  live: {
    account: { burst: 60, perSecond: 1 },
    session: { burst: 40, perSecond: 1 },
    members: { burst: 5_000, perSecond: 200 },
    visitors: { burst: 3_000, perSecond: 100 },
  },
  webhook: same({ burst: 500, perSecond: 50 }),
}

export const HEAVY_BODY_BYTES = 100_000

/** Number of statements that wait for a connection. */
const MAX_WAITING_FOR_DATABASE = 256

/**
 * Decides, before anything else is done for a request, whether it is admitted: rate limits by account, session and network, and the number
 * of requests in hand. In memory: rates for all web processes, requests in hand for this one. It costs a few look-ups in maps.
 */
export class FrontGuard {
  #limits: RateLimits
  #factor: number
  #sessionCookie: string
  #trustProxy: number
  #waitingForDatabase: () => number
  #places: Places

  constructor(options: {
    factor: number
    sessionCookie: string
    trustProxy: number
    waitingForDatabase: () => number
    limits?: RateLimits
  }) {
    this.#limits = options.limits ?? new SharedLimits()
    this.#factor = options.factor
    this.#sessionCookie = options.sessionCookie
    this.#trustProxy = options.trustProxy
    this.#waitingForDatabase = options.waitingForDatabase
    this.#places = new Places(options.factor)
  }

  /** Returns a promise if other requests are ahead; it resolves when this request may start. */
  admit(request: IncomingMessage): Place | Shed | Promise<Place> {
    const network = networkOf(clientAddress(request, this.#trustProxy))
    const { cookie } = request.headers
    const token = cookie?.includes(this.#sessionCookie) ? cookieValue(cookie, this.#sessionCookie) : null
    // A request that only claims a session counts as a visitor until the session has been looked up.
    const account = token === null ? undefined : accountOfSession(token)
    const kinds = kindsOf(request)
    for (const kind of kinds) {
      const wait = this.#count(kind, network, token, account)
      if (wait > 0) return tooManyRequests(wait)
    }
    // Those that connect wait in a line of their own (live.ts): after a restart they would stand behind all that their pages read.
    if (kinds === LIVE) return NO_PLACE
    if (this.#waitingForDatabase() > MAX_WAITING_FOR_DATABASE) return TOO_BUSY
    const whose = account ? `account ${account}` : `visitors ${network}`
    return this.#places.take(request, whose, bodyOf(request, kinds)) ?? TOO_BUSY
  }

  #count(kind: Kind, network: string, token: string | null, account: string | undefined): number {
    const limits = LIMITS[kind]
    if (account === undefined) return this.#take(`${kind} visitors ${network}`, limits.visitors)
    return (
      this.#take(`${kind} session ${token}`, limits.session) ||
      this.#take(`${kind} account ${account}`, limits.account) ||
      this.#take(`${kind} members ${network}`, limits.members)
    )
  }

  #take(key: string, rate: Rate): number {
    if (this.#factor === 1) return this.#limits.take(key, rate)
    return this.#limits.take(key, { burst: rate.burst * this.#factor, perSecond: rate.perSecond * this.#factor })
  }

  get inHand(): number {
    return this.#places.inHand
  }
}

const NO_PLACE: Place = { leave: () => {} }

function bodyOf(request: IncomingMessage, kinds: readonly Kind[]): 'none' | 'text' | 'large' {
  if (!(Number(request.headers['content-length'] ?? 0) > 0)) return 'none'
  return kinds === HEAVY ? 'large' : 'text'
}

function kindsOf(request: IncomingMessage): readonly Kind[] {
  // As the routes will read it: with dots and encoded dots resolved.
  const path = new URL(`http://host${request.url!}`).pathname
  const safe = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
  if (isUpgrade(request)) return LIVE
  if (path === '/uploads' || path.startsWith('/uploads/')) return UPLOAD
  if (safe) return path.startsWith('/media/') ? MEDIA : PAGE
  if (path.startsWith('/webhooks/')) return WEBHOOK
  return Number(request.headers['content-length'] ?? 0) > HEAVY_BODY_BYTES ? HEAVY : WRITE
}

const LIVE: Kind[] = ['live']
const UPLOAD: Kind[] = ['upload']
const MEDIA: Kind[] = ['media']
const PAGE: Kind[] = ['page']
const WEBHOOK: Kind[] = ['webhook']
const WRITE: Kind[] = ['write']
const HEAVY: Kind[] = ['write', 'heavy']
