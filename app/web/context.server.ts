import { createContext } from 'react-router'
import type { Actor } from '#app/domain/identity/actor.ts'

/** The actor of the request; set by the root middleware from the session cookie. */
export const actorContext = createContext<Actor>(null)

/** What the HTTP entry knows about a request and the pages may need. */
export type RequestFacts = {
  /** The client's network: /24 or /64 of its address, for limits. */
  network: string
  userAgent: string
  /** The origin of this request, for return addresses: the public origin, or in the demo the loopback name that was typed. */
  origin: string
  /** The CSP nonce of every script on a page rendered for one person; cached pages use hashes instead. */
  nonce: string | null
}

/** Whether the response failed because the database was down or too slow; set where failures are handled. */
export const outageContext = createContext(false)

export const requestFactsContext = createContext<RequestFacts>({
  network: 'unknown',
  userAgent: '',
  origin: '',
  nonce: null,
})
