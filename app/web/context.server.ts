import { createContext } from 'react-router'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import type { RouteTable } from '#app/web/route-table.ts'

/** The actor of the request; set by the root middleware from the session cookie. */
export const actorContext = createContext<Actor>(null)

/** The person whom the route's policy let in. It has a value wherever the policy requires a session. */
export const personContext = createContext<Person>()

/** Every address with its handle, from the server build; without it every address is denied. */
export const routeTableContext = createContext<RouteTable | null>(null)

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

/** The CSP source of the sheet that a shared page carries inside. */
export const inlineStyleContext = createContext<string | null>(null)

/** Whether the response failed because the database was down or too slow; set where failures are handled. */
export const outageContext = createContext(false)

export const requestFactsContext = createContext<RequestFacts>({
  network: 'unknown',
  userAgent: '',
  origin: '',
  nonce: null,
})
