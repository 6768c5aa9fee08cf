import type { Outcome } from './port.ts'
import { parseWire, textOf, type Wire } from './wire.ts'

/** An HTTP answer, already read; `body` is the whole text. */
export type HttpAnswer = { status: number; body: string; retryAfter: string | null }

const NOT_FOUND =
  /no transaction was found|transaction not found|invalid transaction id|transfer not found|(refund|chargeback) not found/i
const MISCONFIGURED =
  /authorization|merchant secret key|ip whitelisting|invalid (api )?key|this request cannot be processed/i

/**
 * Classifies an answer by HTTP class, envelope and a few known texts. Only a well-formed refusal counts as "did nothing": HTML, cut-off
 * JSON and every 5xx are ambiguous, because the work may be done. On success the envelope is returned whole.
 */
export function readAnswer(answer: HttpAnswer): Outcome<Wire> {
  if (answer.status === 429) return { kind: 'throttled', retryAfterMs: retryAfterMs(answer.retryAfter) }
  if (answer.status >= 500) return { kind: 'ambiguous', cause: `HTTP ${answer.status}` }
  const envelope = parseWire(answer.body)
  if (!envelope) return { kind: 'ambiguous', cause: `HTTP ${answer.status} without an envelope` }
  const message = (textOf(envelope, 'message') ?? '').slice(0, 200)
  if (answer.status === 401) return { kind: 'misconfigured', message: message || 'unauthorised' }
  switch (textOf(envelope, 'status') ?? 'none') {
    case 'success':
      if (answer.status >= 200 && answer.status < 300) return { kind: 'ok', value: envelope }
      return { kind: 'ambiguous', cause: `HTTP ${answer.status} with the status success` }
    case 'error':
    case 'failed':
      if (NOT_FOUND.test(message)) return { kind: 'not_found' }
      if (answer.status === 403 || MISCONFIGURED.test(message)) return { kind: 'misconfigured', message }
      return { kind: 'rejected', message }
    default:
      return { kind: 'ambiguous', cause: `HTTP ${answer.status} with an unfamiliar envelope` }
  }
}

function retryAfterMs(header: string | null): number | null {
  return header !== null && /^\d{1,5}$/.test(header) ? Number(header) * 1_000 : null
}
