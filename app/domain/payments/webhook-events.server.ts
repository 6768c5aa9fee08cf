import { sql } from 'kysely'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'

export type WebhookEvent = {
  id: string
  kind: string
  state: string
  attempts: number
  provider_id: string | null
  tx_ref: string | null
}

/** A stored notification of the gateway; null for an unknown id, and for one that could not be read. */
export async function findWebhookEvent(id: string): Promise<WebhookEvent | null> {
  const event = await db
    .selectFrom('webhook_events')
    .select(['id', 'kind', 'state', 'attempts', 'provider_id', 'tx_ref'])
    .where('id', '=', id)
    .executeTakeFirst()
  return event && event.state !== 'unreadable' ? event : null
}

/** Records one more try, and in how many minutes the next one follows: null for never. */
export async function recordTry(
  event: WebhookEvent,
  state: 'received' | 'processed' | 'unknown_reference',
  againInMinutes: number | null,
): Promise<void> {
  const again = againInMinutes !== null
  await db
    .updateTable('webhook_events')
    .set({
      state,
      attempts: event.attempts + 1,
      next_attempt_at: again ? addMinutes(now(), againInMinutes) : null,
      processed_at: again ? null : sql`app_now()`,
    })
    .where('id', '=', event.id)
    .execute()
}

/** A notification that fails goes behind all others and is not tried for ever: the regular checks find the same facts. */
export async function postponeWebhookEvent(id: string, minutes: number, maxTries: number): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      next_attempt_at: sql`case when attempts < ${maxTries} then app_now() + make_interval(mins => ${minutes}) end`,
    }))
    .where('id', '=', id)
    .where('state', '=', 'received')
    .execute()
}

/** Notifications whose next try is due. */
export async function listDueWebhookEvents(limit: number): Promise<string[]> {
  const due = await db
    .selectFrom('webhook_events')
    .select('id')
    .where('state', '=', 'received')
    .where('next_attempt_at', '<=', sql<Date>`app_now()`)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
  return due.map((event) => event.id)
}
