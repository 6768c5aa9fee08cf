import { sql } from 'kysely'
import { readOutbox } from '#app/domain/events/outbox.server.ts'
import { noticeOf } from '#app/domain/events/registry.ts'
import { pushSender } from '#app/gateways/push/push.server.ts'
import type { PushOutcome, PushSubscription } from '#app/gateways/push/push-port.ts'
import { db } from '#app/platform/db.server.ts'
import { claimDelivery, markDelivery } from './internal/delivery-log.server.ts'
import { LIVE_SUBSCRIPTIONS } from './internal/queue-push.server.ts'
import { PUSH_TTL_SECONDS, type PushedNotice, urgencyOf } from './push-message.ts'

/** Longer than the push service is waited for. */
const CLAIM_MINUTES = 1

/**
 * Sends one push message to one browser and records what became of it. Throws where the service is busy, so that the queue tries again. A
 * message that may have been sent twice replaces itself on the screen: both have the same tag.
 */
export async function deliverPush(deliveryId: string): Promise<void> {
  const claimed = await claimDelivery(deliveryId, CLAIM_MINUTES)
  if (!claimed) return
  const subscriptionId = claimed.recipient
  const sender = pushSender()
  const subscription = await findSubscription(subscriptionId)
  if (!sender || !subscription) return markDelivery(deliveryId, 'skipped', 'the browser gets no alerts any more')
  const notice = noticeOf((await readOutbox(claimed.event_id)).event)
  const message: PushedNotice = {
    text: notice.subject,
    id: await findEntry(claimed.event_id, claimed.profile_id!),
    tag: notice.preference,
  }
  const outcome = await sender.send(subscription, {
    text: JSON.stringify(message),
    urgency: urgencyOf(notice.preference),
    ttlSeconds: PUSH_TTL_SECONDS,
  })
  await record(deliveryId, subscriptionId, outcome)
}

async function record(deliveryId: string, subscriptionId: string, outcome: PushOutcome): Promise<void> {
  if (outcome.kind === 'sent') return markDelivery(deliveryId, 'sent', '')
  if (outcome.kind === 'gone') {
    await db.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute()
    return markDelivery(deliveryId, 'skipped', 'the browser has ended its subscription')
  }
  await markDelivery(deliveryId, 'failed', outcome.reason)
  if (outcome.kind === 'busy') throw new Error(outcome.reason)
}

async function findSubscription(id: string): Promise<PushSubscription | null> {
  const { rows } = await sql<PushSubscription>`
    select u.endpoint, u.p256dh, u.auth from ${LIVE_SUBSCRIPTIONS} where u.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The entry in the list of notifications; null where the person wants none there. */
async function findEntry(eventId: string, profileId: string): Promise<string | null> {
  const row = await db
    .selectFrom('event_deliveries')
    .select('id')
    .where('event_id', '=', eventId)
    .where('channel', '=', 'in_app')
    .where('recipient', '=', profileId)
    .where('state', '=', 'sent')
    .executeTakeFirst()
  return row?.id ?? null
}
