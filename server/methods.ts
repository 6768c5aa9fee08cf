import type { IncomingMessage } from 'node:http'
import { matchRoutes } from 'react-router'
import { LIVE_PATH } from '#app/platform/live.ts'
import { allowedMethods, type Who } from '#app/web/route-handle.ts'
import type { RouteTable } from '#app/web/route-table.ts'

/** Every method that any of our addresses accepts. */
export const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])

type ServerAddress = {
  /** In the words of route policies; `machine`: a token, in server/health.ts. */
  who: Who
  /** What it takes instead of a request. */
  upgrade?: 'websocket'
}

/** Addresses that the server answers before any route, with whom each is for. No other address takes an upgrade. */
export const SERVER_ADDRESSES: Readonly<Record<string, ServerAddress>> = {
  '/healthz': { who: 'everybody' },
  '/readyz': { who: 'everybody' },
  '/metrics': { who: 'machine' },
  [LIVE_PATH]: { who: 'signed_in', upgrade: 'websocket' },
}

/** Whether a request is an upgrade that its address takes. Whoever offers one elsewhere is answered as if they had not. */
export function isUpgrade({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>): boolean {
  const offered = headers.upgrade?.toLowerCase()
  return offered !== undefined && addressOf(url!)?.upgrade === offered
}

/** What the list says of an address; clients may add a slash and parameters. */
export function addressOf(url: string): ServerAddress | undefined {
  const path = url.split('?', 1)[0]!.replace(/(.)\/$/, '$1')
  return Object.hasOwn(SERVER_ADDRESSES, path) ? SERVER_ADDRESSES[path] : undefined
}

let addresses = Object.keys(SERVER_ADDRESSES).map((path): { path: string; allowed: string } => ({
  path,
  allowed: 'GET, HEAD',
}))

/** Makes the addresses of the routes known. */
export function learnAddresses(table: RouteTable): void {
  addresses = [...table]
    .map(([path, handles]) => ({ path, allowed: allowedMethods(handles.at(-1)!.policy) }))
    .concat(addresses)
}

/** The Allow header of a target: the methods of its address, or all of ours if it is not a path. */
export function allowOf(target: string): string {
  if (!target.startsWith('/')) return [...METHODS].join(', ')
  try {
    const matched = matchRoutes(addresses, new URL(`http://host${target}`).pathname)?.at(-1)
    if (matched) return matched.route.allowed
  } catch {
    // Not a path: answered for the server as a whole.
  }
  return [...METHODS].join(', ')
}

/** Whether bytes that the parser refused begin a request that is well formed except for its method. */
export function hasUnknownMethod(error: { code?: string; rawPacket?: Buffer; bytesParsed?: number }): boolean {
  if (error.code !== 'HPE_INVALID_METHOD' || !error.rawPacket) return false
  const before = error.rawPacket.subarray(0, error.bytesParsed ?? 0).toString('latin1')
  const start = before.lastIndexOf('\n') + 1
  const line = error.rawPacket.subarray(start, start + 4_096).toString('latin1')
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+ HTTP\/1\.[01]\r?\n/.test(line)
}
