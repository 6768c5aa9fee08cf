import type { IncomingMessage } from 'node:http'
import type { PageFacts } from './page-facts.ts'

const PAGES: Record<string, readonly string[]> = {
  '/': [],
  '/public-feed': ['expired', 'shown'],
  '/terms': [],
  '/privacy': [],
  '/refunds': [],
  '/acceptable-use': [],
  '/creator-verification': [],
}
const USERNAME_PATH = /^\/[a-z0-9_]{3,30}$/
const CREATOR_PATH = /^\/creator\/[0-9a-f-]{36}$/
// Words of one segment that are pages of their own and differ from person to person or post forms.
const NOT_USERNAMES = new Set(['/subscribe', '/auth', '/profile', '/subscription', '/about', '/age', '/dashboard', '/onboarding', '/admin'])

/**
 * The cache key of a page that looks the same to every visitor, or null. It names all that such a page depends on: the path, the queries that
 * the page knows, whether the visitor confirmed to be an adult, and whether data is to be saved.
 */
export function anonymousPageKey(request: IncomingMessage, facts: PageFacts, cookies: { session: string; flash: string; adult: string }): string | null {
  if (request.method !== 'GET') return null
  const url = request.url!
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  let known = PAGES[path]
  if (!known && ((USERNAME_PATH.test(path) && !NOT_USERNAMES.has(path)) || CREATOR_PATH.test(path))) known = ['posts']
  if (!known) return null

  let query = ''
  if (at >= 0) {
    const given = new URLSearchParams(url.slice(at))
    for (const name of given.keys()) if (!known.includes(name)) return null
    for (const name of known) if (given.has(name)) query += `&${name}=${encodeURIComponent(given.get(name)!.slice(0, 20))}`
  }
  const { cookie } = facts
  if (cookie.includes(`${cookies.session}=`) || cookie.includes(`${cookies.flash}=`)) return null
  const adult = cookie.includes(`${cookies.adult}=1`) ? 'a' : '-'
  const saving = facts.saveData ? 's' : '-'
  return `${path}?${query}#${adult}${saving}`
}
