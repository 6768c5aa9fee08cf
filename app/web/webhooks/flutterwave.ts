import { MAX_WEBHOOK_BYTES, receiveWebhookEvent } from '#app/domain/payments/receive-webhook-event.server.ts'
import { log } from '#app/platform/log.server.ts'
import { unreachable } from '#app/platform/result.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/flutterwave'

export const handle = {
  audience: 'machines',
  policy: { POST: 'machine' },
  renewsSession: false,
  beforeAgreements: true,
} satisfies RouteHandle

/** The gateway's webhook: stores the raw body and responds 200, whatever the event says. */
export async function action({ request }: Route.ActionArgs) {
  const result = await receiveWebhookEvent(request.headers, await readBody(request)).catch((error: unknown) => {
    log.error({ err: error }, 'a webhook event of the gateway could not be stored')
    return null
  })
  // Not stored: the gateway will retry.
  if (!result) return new Response('later', { status: 503 })
  if (result.ok) return new Response('ok', { status: 200 })
  switch (result.refusal.kind) {
    case 'wrong_hash':
      return new Response('unauthorised', { status: 401 })
    case 'too_large':
      return new Response('too large', { status: 413 })
    default:
      return unreachable(result.refusal)
  }
}

/** The body, or null if it is too long; the rest is not read. */
async function readBody(request: Request): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_WEBHOOK_BYTES) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_WEBHOOK_BYTES) return null
    chunks.push(chunk)
  }
  const body = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.byteLength
  }
  return body
}
