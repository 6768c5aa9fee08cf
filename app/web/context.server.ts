import { createContext } from 'react-router'
import type { Actor } from '#app/domain/identity/actor.ts'

/** Who asks; set by the root middleware from the session cookie. */
export const actorContext = createContext<Actor>(null)

/** What the HTTP entry knows about a request and the pages may need. */
export type RequestFacts = {
  /** The client's network: /24 or /64 of its address, for limits. */
  network: string
  userAgent: string
  /** Where this request reached us, for return addresses: the public origin, or in the demo the loopback name that was typed. */
  origin: string
  /** Stands on every script of a page that is rendered for one person; cached pages carry hashes instead. */
  nonce: string | null
}

/** Whether an answer failed because the database was away or too slow; set where failures arrive. */
export const outageContext = createContext(false)

export const requestFactsContext = createContext<RequestFacts>({
  network: 'unknown',
  userAgent: '',
  origin: '',
  nonce: null,
})
