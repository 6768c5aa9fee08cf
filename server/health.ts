import { PRIVATE } from './cookie-guard.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { config } from '#app/platform/config.server.ts'
import { databaseAnswers } from '#app/platform/database-watch.server.ts'
import { sameBytes } from '#app/platform/secrets.server.ts'
import { renderMetrics } from './metrics.ts'
import { NOTHING_RUNS } from './security-headers.ts'

const READY_WITHIN_MS = 1_500

/** Answers the probes; returns false when the request is for something else. */
export function answerHealth(
  request: IncomingMessage,
  response: ServerResponse,
  state: { ready: boolean; leaving: boolean },
): boolean {
  switch (request.url ?? '') {
    case '/healthz':
      text(response, 200, 'alive')
      return true
    case '/readyz':
      if (!state.ready || state.leaving) text(response, 503, state.leaving ? 'leaving' : 'starting')
      else
        void databaseAnswers(READY_WITHIN_MS).then((up) =>
          text(response, up ? 200 : 503, up ? 'ready' : 'the database does not answer'),
        )
      return true
    case '/metrics':
      if (mayReadMetrics(request)) sendMetrics(response)
      else text(response, 404, 'not found')
      return true
    default:
      return false
  }
}

function sendMetrics(response: ServerResponse): void {
  renderMetrics().then(
    (body) => text(response, 200, body, 'text/plain; version=0.0.4; charset=utf-8'),
    // A failing probe must not end the process.
    () => text(response, 503, 'the figures can\u2019t be read now'),
  )
}

function mayReadMetrics(request: IncomingMessage): boolean {
  const token = config().metricsToken
  return token !== null && sameBytes(Buffer.from(request.headers.authorization ?? ''), Buffer.from(`Bearer ${token}`))
}

function text(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': PRIVATE,
    'content-security-policy': NOTHING_RUNS,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
  })
  response.end(`${body}\n`)
}
