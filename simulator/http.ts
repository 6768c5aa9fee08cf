// The helpers that the simulator needs around node:http.
import type { IncomingMessage } from 'node:http'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** Origin under which the caller reached the simulator. */
  origin: string
  /** The request's body; null when it was too large. */
  body: string | null
}

export const BODY_LIMIT = 262_144

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  }
}

export function page(status: number, html: string, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      ...headers,
    },
    body: html,
  }
}

export function seeOther(location: string): Answer {
  return { status: 303, headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' }, body: '' }
}

/** The body as text, or null when it is larger than the limit; the excess is read and discarded. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= BODY_LIMIT) chunks.push(chunk)
    else if (size > 16 * BODY_LIMIT) throw new BodyTooLarge()
  }
  return size > BODY_LIMIT ? null : Buffer.concat(chunks).toString('utf8')
}

export class BodyTooLarge extends Error {}

/** Parses JSON that should be an object; null for anything else. */
export function parseObject(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

export function parseForm(body: string | null): URLSearchParams {
  return new URLSearchParams(body ?? '')
}
