import type { IncomingMessage } from 'node:http'
import { cookieValue } from '#app/web/cookies.server.ts'
import type { Cacheable } from '#app/web/route-handle.ts'
import type { RouteTable } from '#app/web/route-table.ts'
import { SERVER_ADDRESSES } from './methods.ts'
import type { PageFacts } from './page-facts.ts'

type Cookies = { session: string; flash: string; adult: string; quickHide: string }

/**
 * A page that looks the same to every visitor, with all that it depends on: the address with its known query parameters, whether the
 * visitor confirmed to be an adult, and whether the browser asks to save data. `key` contains exactly these.
 */
export type AnonymousPage = { key: string; address: string; adult: boolean; saveData: boolean }

/** Returns the shared page for a request, or null if the response depends on the person. */
export type FindAnonymousPage = (request: IncomingMessage, facts: PageFacts, cookies: Cookies) => AnonymousPage | null

/**
 * Finds the shared pages: those whose handles say `cacheable`, with the query parameters that change them and every accepted value. They are
 * all the keys that the cache can have.
 */
export function anonymousPages(table: RouteTable): FindAnonymousPage {
  const pages = new Map<string, Cacheable>()
  const patterns: { path: RegExp; cacheable: Cacheable }[] = []
  // An address of its own is never a creator's username.
  const taken = new Set<string>(Object.keys(SERVER_ADDRESSES))
  for (const [pattern, handles] of table) {
    const { cacheable } = handles.at(-1)!
    const fixed = pattern.replace(/\/:\w+\?$/, '')
    if (!fixed.includes(':')) taken.add(fixed)
    if (cacheable?.params) patterns.push({ path: expressionOf(pattern, cacheable.params), cacheable })
    else if (cacheable) pages.set(pattern, cacheable)
  }
  return (request, facts, cookies) => {
    if (request.method !== 'GET') return null
    const url = request.url!
    const at = url.indexOf('?')
    const path = at < 0 ? url : url.slice(0, at)
    const known =
      pages.get(path) ?? (taken.has(path) ? undefined : patterns.find((pattern) => pattern.path.test(path))?.cacheable)
    return known ? pageOf(path, at < 0 ? '' : url.slice(at), known, facts, cookies) : null
  }
}

function expressionOf(pattern: string, params: Readonly<Record<string, RegExp>>): RegExp {
  const parts = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? params[part.slice(1)]!.source.slice(1, -1) : part))
  return new RegExp(`^${parts.join('/')}$`)
}

function pageOf(
  path: string,
  search: string,
  cacheable: Cacheable,
  facts: PageFacts,
  cookies: Cookies,
): AnonymousPage | null {
  let query = ''
  if (search) {
    const given = new URLSearchParams(search)
    if (cacheable.except?.some((name) => given.has(name))) return null
    // Unknown query names and values are dropped, so that made-up ones, and tracking marks that other sites add to their links,
    // share one page.
    for (const [name, values] of Object.entries(cacheable.query ?? {})) {
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
