import type { IncomingMessage } from 'node:http'
import { cookieValue } from '#app/web/cookies.server.ts'
import { FEED_STEPS } from '#app/web/public/feed-steps.ts'
import type { PageFacts } from './page-facts.ts'

/** The shared pages, with the query parameters that change them and every accepted value. They are all the keys that the cache can have. */
const PAGES: Record<string, Readonly<Record<string, readonly string[]>>> = {
  '/': {},
  '/public-feed': { expired: ['true'], shown: FEED_STEPS.slice(1).map(String) },
  '/terms': {},
  '/privacy': {},
  '/refunds': {},
  '/acceptable-use': {},
  '/creator-verification': {},
}
const USERNAME_PATH = /^\/[a-z0-9_]{3,30}$/
const CREATOR_PATH = /^\/creator\/[0-9a-f-]{36}$/
// First path segments that are pages of their own: they differ from person to person or post forms.
const NOT_USERNAMES = new Set([
  '/subscribe',
  '/auth',
  '/profile',
  '/subscription',
  '/about',
  '/age',
  '/dashboard',
  '/onboarding',
  '/admin',
])

type Cookies = { session: string; flash: string; adult: string; quickHide: string }

/**
 * A page that looks the same to every visitor, with all that it depends on: the address with its known query parameters, whether the
 * visitor confirmed to be an adult, and whether the browser asks to save data. `key` contains exactly these.
 */
export type AnonymousPage = { key: string; address: string; adult: boolean; saveData: boolean }

/** Returns the shared page for a request, or null if the response depends on the person. */
export function anonymousPageOf(request: IncomingMessage, facts: PageFacts, cookies: Cookies): AnonymousPage | null {
  if (request.method !== 'GET') return null
  const url = request.url!
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  let known = PAGES[path]
  if (!known && ((USERNAME_PATH.test(path) && !NOT_USERNAMES.has(path)) || CREATOR_PATH.test(path))) known = {}
  if (!known) return null

  let query = ''
  if (at >= 0) {
    const given = new URLSearchParams(url.slice(at))
    // An open sheet is one of many addresses of a feed, and hardly anybody asks for it: with script it opens without a request.
    if (path === '/public-feed' && given.has('more')) return null
    // Unknown query names and values are dropped, so that made-up ones, and tracking marks that other sites add to their links,
    // share one page.
    for (const [name, values] of Object.entries(known)) {
      const value = given.get(name)
      if (value !== null && values.includes(value)) query += `${query ? '&' : '?'}${name}=${value}`
    }
  }
  const { cookie, saveData } = facts
  // A request with one of these cookies, in any spelling, gets its own page.
  if ([cookies.session, cookies.flash, cookies.quickHide].some((name) => cookie.includes(name))) return null
  const adult = cookie.includes(cookies.adult) && cookieValue(cookie, cookies.adult) === '1'
  const address = `${path}${query}`
  return { key: `${address}#${adult ? 'a' : '-'}${saveData ? 's' : '-'}`, address, adult, saveData }
}

/**
 * The request that a shared page is rendered from. It contains only the facts of the page, so that nothing else from the first visitor's
 * request reaches the other visitors.
 */
export function sharedRequest(page: AnonymousPage, baseUrl: string, cookies: Cookies): Request {
  const headers = new Headers()
  if (page.adult) headers.set('cookie', `${cookies.adult}=1`)
  if (page.saveData) headers.set('save-data', 'on')
  return new Request(new URL(page.address, baseUrl), { headers })
}
