import type { IncomingMessage, ServerResponse } from 'node:http'
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
  const body = html ? pageOf(why) : `${why.text}\n`
  response.writeHead(why.status, [
    ...security.always.flat(),
    'content-security-policy',
    NOTHING_RUNS,
    'cache-control',
    'private, no-store',
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

/** A page without styles or scripts: it must be readable while nothing else can be served. */
function pageOf(why: Shed): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${why.title} · Peach</title></head><body><main><h1>${why.title}</h1><p>${why.text}</p></main></body></html>\n`
}

function waitText(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds < 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
