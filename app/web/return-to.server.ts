import { matchRoutes, type RouteObject, type RouterContextProvider } from 'react-router'
import { to } from '#app/links.ts'
import { isId } from '#app/platform/id.ts'
import { routeTableContext } from '#app/web/context.server.ts'
import type { RouteTable } from '#app/web/route-table.ts'

/**
 * Where a person comes back to after signing in, or after another step that a page requires first: a path of ours with its query. It is
 * `returnTo=…` in addresses and forms, and the path alone in rows.
 */
type Context = Readonly<RouterContextProvider>

const MAX_LENGTH = 500
/** One signs in, out or on there, so nobody comes back to them, or to a page below them. */
const STEPS = [to.signIn, to.signOut, to.confirmIdentity, to.agreements, to.profileSetup, to.staffSignIn]

/** The path of a page of ours, with its query, from any text; null for everything else, so that no link can lead to another site. */
export function validateReturnTo(text: string | null | undefined, context: Context): string | null {
  const path = text && text.length <= MAX_LENGTH ? ownPath(text) : null
  return path !== null && isDestination(path, context.get(routeTableContext)) ? path : null
}

/** The validated `returnTo` of a query. */
export function readReturnTo(query: URLSearchParams, context: Context): string | null {
  return validateReturnTo(query.get('returnTo') ?? query.get('next') ?? formerReturnTo(query), context)
}

/** The validated `returnTo` of a row. */
export function storedReturnTo(stored: string | null, context: Context): string | null {
  return readReturnTo(new URLSearchParams(stored?.startsWith('/') ? { returnTo: stored } : (stored ?? '')), context)
}

/** Where somebody who must take a step before this request comes back to: the requested page, or where that page itself leads back to. */
export function returnToFrom({ url, context }: { url: URL; context: Context }): string | null {
  return validateReturnTo(url.pathname + url.search, context) ?? readReturnTo(url.searchParams, context)
}

/** An address of ours that leads back to `returnTo`. */
export function withReturnTo(path: string, returnTo: string | null): string {
  if (returnTo === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ returnTo })}`
}

/** The path of the page that a form was sent from, by its Referer. */
export function pathOfReferer(request: Request): string | null {
  const referer = request.headers.get('referer')
  if (!referer || !URL.canParse(referer)) return null
  const url = new URL(referer)
  return ownPath(url.pathname + url.search)
}

/** A path of this site with its query; null for anything that could lead elsewhere. */
function ownPath(text: string): string | null {
  if (!text.startsWith('/') || /[\\\s\u0000-\u001f]/.test(text)) return null
  const base = new URL('http://own.invalid')
  if (!URL.canParse(text, base)) return null
  const url = new URL(text, base)
  return url.origin === base.origin && !url.pathname.startsWith('//') ? url.pathname + url.search : null
}

const ROUTES = new WeakMap<RouteTable, RouteObject[]>()

/** Whether a path is that of a page where somebody can end up: no file, and no step of signing in. */
function isDestination(path: string, table: RouteTable | null): boolean {
  if (!table) return false
  let routes = ROUTES.get(table)
  if (!routes) ROUTES.set(table, (routes = [...table.keys()].map((pattern) => ({ path: pattern }))))
  const pathname = path.split('?')[0]!
  const pattern = table.has(pathname) ? pathname : (matchRoutes(routes, pathname)?.at(-1)?.route.path ?? '/*')
  const isBelow = (page: string) => `${pattern}/`.startsWith(`${page}/`)
  if (pattern === '/*' || (STEPS.some(isBelow) && !isBelow(to.enrolment))) return false
  const handle = table.get(pattern)!.at(-1)!
  return handle.policy.GET !== undefined && (handle.title !== undefined || handle.screen !== undefined)
}

/** Until November 2026 a query named the page: `return=subscribe&creator=amina_k&intent=chat`. Bookmarks and codes still do. */
const FORMER: Readonly<Record<string, string | ((of: { creator: string; post: string }) => string | null)>> = {
  subscribe: to.subscribe,
  subscription: to.subscription,
  wallet: to.wallet,
  'wallet-top-up': to.topUp,
  profile: to.profile,
  notifications: to.notifications,
  'unblocked-feed': to.premiumFeed,
  'creator-subscription': to.creatorFee,
  'viewer-onboarding': to.fanOnboarding.setup,
  onboarding: to.creatorOnboarding.profile,
  creator: ({ creator }) => (/^[a-z0-9_]{3,30}$/.test(creator) ? to.creator(creator) : null),
  'full-access': ({ creator }) => (/^[a-z0-9_]{3,30}$/.test(creator) ? to.creatorAccess(creator) : null),
  unlock: ({ post }) => (isId(post) ? to.unlock(post) : null),
}
const CARRIED = ['from', 'creator', 'intent', 'plan', 'pay', 'currency', 'promo', 'amount', 'post']

function formerReturnTo(query: URLSearchParams): string | null {
  const name = query.get('return') ?? ''
  if (!Object.hasOwn(FORMER, name)) return null
  const page = FORMER[name]!
  if (typeof page !== 'string') return page({ creator: query.get('creator') ?? '', post: query.get('post') ?? '' })
  const carried = new URLSearchParams([...query].filter(([key]) => CARRIED.includes(key)))
  return carried.size > 0 ? `${page}?${carried}` : page
}
