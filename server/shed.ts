import type { IncomingMessage, ServerResponse } from 'node:http'
import { PRIVATE } from './cookie-guard.ts'
import { plainPage } from './plain-page.ts'
import { NOTHING_RUNS, type SecurityHeaders } from './security-headers.ts'

/** Why a request is answered before anything was done for it, as a text for people. */
export type Shed = { status: 429 | 503; retrySeconds: number; title: string; text: string }

export function tooManyRequests(retrySeconds: number): Shed {
  return {
    status: 429,
    retrySeconds,
    title: 'Too many requests',
    text: `Peach had too many requests from you just now. Wait ${waitText(retrySeconds)}, then try again.`,
  }
}

export const TOO_BUSY: Shed = {
  status: 503,
  retrySeconds: 2,
  title: 'Peach is very busy',
  text: 'More people are here than Peach can answer at once. Wait a few seconds, then try again.',
}

/** Carries a refusal out of a rendering. */
export class ShedError extends Error {
  readonly why: Shed

  constructor(why: Shed) {
    super(why.title)
    this.why = why
  }
}

/**
 * Answers a request that is not admitted: status, Retry-After and one plain sentence, as a page for browsers and as a line for everything
 * else. Costs no query and no rendering. The
 * connection ends with it: requests waiting behind it on the same connection are part of the rush.
 */
export function shed(request: IncomingMessage, response: ServerResponse, security: SecurityHeaders, why: Shed): void {
  const html = request.headers.accept?.includes('text/html') === true
  const sends = request.method !== 'GET' && request.method !== 'HEAD'
  const page = { title: `${why.title} \u00b7 Peach`, heading: why.title, text: why.text, tryAgain: !sends }
  const body = html ? plainPage(page) : `${why.text}\n`
  response.writeHead(why.status, [
    ...security.always.flat(),
    'content-security-policy',
    html ? security.contentSecurityPolicy([]) : NOTHING_RUNS,
    'cache-control',
    PRIVATE,
    'content-type',
    html ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
    'retry-after',
    String(why.retrySeconds),
    // A body that is still being received must pass first, or its sender never reads the response.
    ...(request.complete ? ['connection', 'close'] : []),
  ])
  response.end(request.method === 'HEAD' ? undefined : body)
}

function waitText(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds < 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
