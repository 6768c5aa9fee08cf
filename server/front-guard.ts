import type { IncomingMessage } from 'node:http'
import { type Rate, RateLimits } from '#app/platform/rate-limit.ts'
import { cookieValue } from '#app/web/cookies.server.ts'
import { accountOfSession } from '#app/web/known-sessions.server.ts'
import { clientAddress, networkOf } from './origins.ts'
import { type Shed, TOO_BUSY, tooManyRequests } from './shed.ts'

/** What a request is counted as. `heavy`: a form whose body is larger than text. */
export type Kind = 'page' | 'media' | 'write' | 'heavy' | 'upload' | 'webhook'

type Limits = {
  /** All sessions of an account together, and each of them. */
  account: Rate
  session: Rate
  /** Everybody of one network who is signed in, and everybody there who isn't. Many people share one network of a mobile operator. */
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
  webhook: same({ burst: 500, perSecond: 50 }),
}

export const HEAVY_BODY_BYTES = 100_000

/** Requests that are worked on at once; whatever is over is told to come back before the database is asked. */
export const MOST_IN_HAND = 256
// Of one account or network few at once, because each of them delays everybody else. A page with forty pictures asks for all of them in the
// same moment, so a line waits behind those few; only what is beyond it is told to come back.
const MOST_OF_ONE = 8
const MOST_WAITING_OF_ONE = 64
const MOST_WAITING = 1_024
/** Requests whose body is still on its way: they take memory alone, and a slow line must not take a place from those who are done. */
const MOST_RECEIVING = 1_024
/** Statements that wait for a connection. */
const MOST_WAITING_FOR_DATABASE = 256

/** What one account, or the visitors of one network, have in hand, and who of them waits for a place. */
type Line = { inHand: number; waiting: (() => void)[] }

/** A request that was taken on. `leave` is called once its answer is known. */
export type Place = { leave(): void }

/**
 * Decides before anything is done for a request whether it is taken on: rate limits by account, session and network, and how many are in
 * hand. In memory, for this process; a few look-ups in maps.
 */
export class FrontGuard {
  #limits: RateLimits
  #factor: number
  #sessionCookie: string
  #trustProxy: number
  #waitingForDatabase: () => number
  #working = 0
  #receiving = 0
  #lines = new Map<string, Line>()
  #waiting = 0

  constructor(options: {
    factor: number
    sessionCookie: string
    trustProxy: number
    waitingForDatabase: () => number
    limits?: RateLimits
  }) {
    this.#limits = options.limits ?? new RateLimits()
    this.#factor = options.factor
    this.#sessionCookie = options.sessionCookie
    this.#trustProxy = options.trustProxy
    this.#waitingForDatabase = options.waitingForDatabase
  }

  /** A promise where others of the same account or network are before it; it is kept when one of them is answered. */
  admit(request: IncomingMessage): Place | Shed | Promise<Place> {
    const network = networkOf(clientAddress(request, this.#trustProxy))
    const { cookie } = request.headers
    const token = cookie?.includes(this.#sessionCookie) ? cookieValue(cookie, this.#sessionCookie) : null
    // Who only claims to have a session is a visitor until it has been looked up.
    const account = token === null ? undefined : accountOfSession(token)
    for (const kind of kindsOf(request)) {
      const wait = this.#count(kind, network, token, account)
      if (wait > 0) return tooManyRequests(wait)
    }
    if (this.#waitingForDatabase() > MOST_WAITING_FOR_DATABASE) return TOO_BUSY
    return this.#place(request, account ? `account ${account}` : `visitors ${network}`)
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

  #place(request: IncomingMessage, whose: string): Place | Shed | Promise<Place> {
    const factor = Math.max(1, this.#factor)
    if (this.#working >= MOST_IN_HAND || this.#receiving >= MOST_RECEIVING) return TOO_BUSY
    const line = this.#lines.get(whose) ?? { inHand: 0, waiting: [] }
    this.#lines.set(whose, line)
    if (line.inHand < MOST_OF_ONE * factor) return this.#enter(request, whose, line)
    if (line.waiting.length >= MOST_WAITING_OF_ONE * factor || this.#waiting >= MOST_WAITING * factor)
      return { ...TOO_BUSY, retrySeconds: 1 }
    this.#waiting += 1
    return new Promise((resolve) => {
      line.waiting.push(() => resolve(this.#enter(request, whose, line)))
    })
  }

  #enter(request: IncomingMessage, whose: string, line: Line): Place {
    line.inHand += 1
    let receiving = hasBody(request)
    if (receiving) this.#receiving += 1
    else this.#working += 1
    const onEnd = () => {
      if (!receiving) return
      receiving = false
      this.#receiving -= 1
      this.#working += 1
    }
    if (receiving) request.once('end', onEnd)
    let left = false
    return {
      leave: () => {
        if (left) return
        left = true
        if (receiving) this.#receiving -= 1
        else this.#working -= 1
        request.off('end', onEnd)
        line.inHand -= 1
        const next = line.waiting.shift()
        if (next) {
          this.#waiting -= 1
          next()
        } else if (line.inHand === 0) this.#lines.delete(whose)
      },
    }
  }

  get inHand(): number {
    return this.#working + this.#receiving
  }
}

function hasBody(request: IncomingMessage): boolean {
  return Number(request.headers['content-length'] ?? 0) > 0
}

function kindsOf(request: IncomingMessage): readonly Kind[] {
  // As the routes will read it: dots and encoded dots are gone.
  const path = new URL(`http://host${request.url!}`).pathname
  const safe = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
  if (path === '/uploads' || path.startsWith('/uploads/')) return UPLOAD
  if (safe) return path.startsWith('/media/') ? MEDIA : PAGE
  if (path.startsWith('/webhooks/')) return WEBHOOK
  return Number(request.headers['content-length'] ?? 0) > HEAVY_BODY_BYTES ? HEAVY : WRITE
}

const UPLOAD: Kind[] = ['upload']
const MEDIA: Kind[] = ['media']
const PAGE: Kind[] = ['page']
const WEBHOOK: Kind[] = ['webhook']
const WRITE: Kind[] = ['write']
const HEAVY: Kind[] = ['write', 'heavy']
