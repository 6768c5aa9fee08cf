import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isOurWebhook } from '#app/gateways/flutterwave/verify-webhook.server.ts'
import { parseWebhook } from '#app/gateways/flutterwave/parse-webhook.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { paymentGateway, webhookHashes } from '#app/gateways/flutterwave/client.server.ts'

export const MAX_WEBHOOK_BYTES = 256 * 1024

type Refusal = { kind: 'wrong_hash' } | { kind: 'too_large' }

/**
 * Receives a notification of the gateway: checks that it carries our hash, stores it once by its content, and enqueues a job. Everything is
 * stored, unreadable bodies too; nothing in it is trusted here. `body` is null when it was longer than MAX_WEBHOOK_BYTES.
 */
export async function receiveWebhookEvent(
  headers: Headers,
  body: Uint8Array | null,
): Promise<Result<{ webhookEventId: string }, Refusal>> {
  if (!isOurWebhook(headers, body ?? new Uint8Array(), webhookHashes())) return refuse({ kind: 'wrong_hash' })
  if (body === null || body.byteLength > MAX_WEBHOOK_BYTES) return refuse({ kind: 'too_large' })

  const text = new TextDecoder().decode(body).replaceAll('\u0000', '\uFFFD')
  const hints = parseWebhook(text)
  return inTransaction(async (tx) => {
    const kept = await tx
      .insertInto('webhook_events')
      .values({
        id: newId(),
        gateway: paymentGateway().name,
        body_sha256: createHash('sha256').update(body).digest(),
        kind: hints?.kind ?? 'unreadable',
        provider_id: hints?.providerId ?? null,
        tx_ref: hints?.reference ?? null,
        body: text,
        state: hints ? 'received' : 'unreadable',
        // If the job below is lost, the scheduled task finds the event from this time on.
        next_attempt_at: hints ? sql`app_now() + interval '1 minute'` : null,
      })
      .onConflict((conflict) =>
        conflict.columns(['gateway', 'body_sha256']).doUpdateSet((set) => ({
          copies: sql`${set.ref('webhook_events.copies')} + 1`,
          last_received_at: sql`app_now()`,
        })),
      )
      .returning(['id', 'state'])
      .executeTakeFirstOrThrow()
    if (kept.state !== 'unreadable') await enqueue(tx, 'process_webhook_event', { webhookEventId: kept.id })
    return ok({ webhookEventId: kept.id })
  })
}
