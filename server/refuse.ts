import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { SETTINGS } from '#app/domain/settings/catalogue.ts'
import { config } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { allowOf, hasUnknownMethod, METHODS } from './methods.ts'
import { comesFromUs, isMisdirected } from './origins.ts'
import { NOTHING_RUNS, type SecurityHeaders } from './security-headers.ts'

const LARGEST_BODY = 26 * 1024 * 1024
// Streamed to disk as it arrives; ended if it is larger than announced. The most that the owner can allow, with room for its envelope.
const LARGEST_UPLOAD = SETTINGS.videoMegabytes.max * 1_000_000 + 1_000_000
// How much of a refused body is still read, so that its sender gets to read the response.
const LONGEST_REST = 4 * 1024 * 1024

/** Why a request that changes something is refused before its body is read, or null. */
export function refuseForeign(request: IncomingMessage, own: Set<string>): { status: number; text: string } | null {
  // As the routes will read it: with dots and encoded dots resolved.
  const path = new URL(`http://host${request.url!}`).pathname
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > (path.startsWith('/uploads/') ? LARGEST_UPLOAD : LARGEST_BODY))
    return { status: 413, text: 'Too large.' }
  // The gateway is not one of our pages and authenticates differently; the demo's own addresses are for programs on this machine.
  if (/^\/webhooks\/flutterwave\/?$/.test(path)) return null
  if (
    path === '/dev/clock' &&
    config().demo &&
    request.headers.origin === undefined &&
    request.headers['sec-fetch-site'] === undefined
  )
    return null
  if (!comesFromUs(request.headers, own)) return { status: 403, text: 'This form was sent from another site.' }
  if (isMisdirected(request, config(), own))
    return { status: 421, text: 'This form was sent to another address than that of its page.' }
  if (request.headers['transfer-encoding'] !== undefined) return { status: 411, text: 'Length required.' }
  return null
}

const UNREADABLE: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers what is not a readable request, with the headers of every response. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex, headers: [string, string][]): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  if (hasUnknownMethod(error))
    return answerRaw(socket, '405 Method Not Allowed', [...headers, ['allow', [...METHODS].join(', ')]])
  answerRaw(socket, UNREADABLE[error.code ?? ''] ?? '400 Bad Request', headers)
}

/** Answers on a socket that has no response object, and ends it. */
export function answerRaw(socket: Duplex, status: string, headers: [string, string][]): void {
  const lines = [...headers, ['connection', 'close'], ['content-length', '0']].map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n`)
}

/** 405 with the methods that the address takes. */
export function refuseMethod(request: IncomingMessage, response: ServerResponse, security: SecurityHeaders): void {
  refuse(response, security, 405, 'This address doesn\u2019t take that.', [['allow', allowOf(request.url!)]])
}

/** Discards the rest of an unread body: the connection's next request would wait behind it. A long rest ends the connection. */
export function letBodyPass(request: IncomingMessage): void {
  if (request.complete) return
  let passed = 0
  request.removeAllListeners('data')
  request.on('data', (chunk: Buffer) => {
    passed += chunk.length
    if (passed > LONGEST_REST) request.destroy()
  })
  request.resume()
}

/** One line of text with a status; the connection ends with it. */
export function refuse(
  response: ServerResponse,
  security: SecurityHeaders,
  status: number,
  text: string,
  extra: [string, string][] = [],
): void {
  response.writeHead(status, [
    ...security.always.flat(),
    'content-security-policy',
    NOTHING_RUNS,
    'content-type',
    'text/plain; charset=utf-8',
    'connection',
    'close',
    ...extra.flat(),
  ])
  response.end(`${text}\n`)
}

/** Logs an uncaught error; the client gets 500, unless the response has already begun. */
export function fail(response: ServerResponse, security: SecurityHeaders, error: unknown): void {
  // What is being sent is cut off when the viewer's right ends: nothing failed.
  if (!(error instanceof Error && error.name === 'RightEnded'))
    log.error({ err: error }, 'a request failed at the entry')
  if (response.headersSent) response.destroy()
  else refuse(response, security, 500, 'Something went wrong. Please try again.')
}
