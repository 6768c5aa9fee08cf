import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import type { Config } from '#app/platform/config.server.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Every origin that is ours: the public one, and in the demo the other names of this machine. */
export function ownOrigins(config: Config): Set<string> {
  const publicUrl = new URL(config.baseUrl)
  const origins = new Set([publicUrl.origin])
  if (config.demo && LOOPBACK.includes(publicUrl.hostname)) {
    for (const name of LOOPBACK) origins.add(`${publicUrl.protocol}//${name}:${config.port}`)
  }
  return origins
}

/** The origin by which a request reached us, if it is one of ours; else the public one. The Host header alone is never trusted. */
export function originOf(request: IncomingMessage, config: Config, own: Set<string>): string {
  const claimed = `http://${request.headers.host ?? ''}`
  return own.has(claimed) ? claimed : new URL(config.baseUrl).origin
}

/**
 * Whether a request that changes something was sent by a page of one of our origins to another: its Host names none of ours, or a different
 * one. The router would throw for it.
 */
export function isMisdirected(request: IncomingMessage, config: Config, own: Set<string>): boolean {
  const { origin } = request.headers
  return origin !== undefined && origin !== originOf(request, config, own)
}

/**
 * Whether a request that changes something comes from one of our pages: by Origin, else by Sec-Fetch-Site, else by Referer. Without any of
 * the three it is refused.
 */
export function comesFromUs(headers: IncomingMessage['headers'], own: Set<string>): boolean {
  if (headers.origin !== undefined) return own.has(headers.origin)
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.referer === undefined) return false
  try {
    return own.has(new URL(headers.referer).origin)
  } catch {
    return false
  }
}

/** The address used for limits: the nearest one that no trusted proxy named. */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return direct
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const chain = [...forwarded, direct]
  return chain.at(-1 - trustedProxies) ?? chain[0]!
}

/** /24 of an IPv4 address, /64 of an IPv6 one: what one subscriber usually holds. */
export function networkOf(address: string): string {
  const plain = address.startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (isIPv6(plain)) return `${expand(plain).slice(0, 4).join(':')}::/64`
  return 'unknown'
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const middle =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...middle, ...right].map((part) => part.toLowerCase().replace(/^0+(?=.)/, ''))
}
