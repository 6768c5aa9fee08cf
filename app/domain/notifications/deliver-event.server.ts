import type { Recipient } from '#app/domain/events/event.ts'
import { forgetEvents, takeFromOutbox } from '#app/domain/events/outbox.server.ts'
import { noticeOf } from '#app/domain/events/registry.ts'
import { renderInApp } from '#app/domain/events/render-notice.ts'
import { type Channel, CHANNELS } from '#app/domain/events/topics.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { announce } from '#app/platform/live.server.ts'
import { newId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { isWanted } from './choices.ts'
import { listHeld } from './internal/list-held.server.ts'
import { queuePush } from './internal/queue-push.server.ts'
import { keyOf } from './internal/recipient.server.ts'

/**
 * Writes the deliveries of a published event, one for each recipient and channel, in one transaction: an entry in the list of
 * notifications is there at once, a mail gets a job of its own, and so does a push message for each browser. Run twice, it has the effect of once.
 */
export function deliverEvent(eventId: string): Promise<void> {
  return inTransaction(async (tx) => {
    const taken = await takeFromOutbox(tx, eventId)
    if (!taken) return
    const notice = noticeOf(taken.event)
    const event = { id: eventId, ...taken }
    for (const recipient of notice.to(notice.payload.parse(taken.payload)))
      for (const channel of CHANNELS) await deliver(tx, event, recipient, channel)
    if (notice.toAlerted) return enqueue(tx, 'fan_out_event', { eventId, after: null })
    // Where nobody is left to be told, nothing of it is kept either.
    await forgetEvents(tx, [eventId])
  })
}

type Event = { id: string; event: string; payload: unknown; aboutId: string | null }

async function deliver(tx: Tx, event: Event, recipient: Recipient, channel: Channel): Promise<void> {
  // Without an account there is no list of notifications, and no choice was made.
  if (recipient.id === null && channel === 'in_app') return
  if (channel === 'email' && !noticeOf(event.event).mail) return
  if (recipient.id !== null && (await isErased(tx, recipient.id))) return
  const wanted = recipient.id === null || (await wants(tx, recipient.id, event.event, channel))
  const { preference } = noticeOf(event.event)
  if (channel === 'push')
    return recipient.id === null || !wanted ? undefined : queuePush(tx, { id: event.id, preference }, [recipient.id])
  const held = channel === 'email' && recipient.id !== null ? await listHeld(tx, [recipient.id], preference) : []
  const deliveryId = newId()
  const made = await tx
    .insertInto('event_deliveries')
    .values({
      id: deliveryId,
      event_id: event.id,
      channel,
      recipient: keyOf(recipient),
      profile_id: recipient.id,
      state: !wanted ? 'skipped' : channel === 'in_app' ? 'sent' : 'queued',
      reason: wanted ? '' : 'switched off',
      held_until: wanted ? (held[0]?.until ?? null) : null,
    })
    .onConflict((conflict) => conflict.columns(['event_id', 'channel', 'recipient']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made || !wanted || held.length > 0) return
  if (channel === 'email') return enqueue(tx, 'deliver_mail', { deliveryId })
  await tx
    .insertInto('notifications')
    .values({
      // Its delivery has the same id, by which a push message finds the entry that it leads to.
      id: deliveryId,
      profile_id: recipient.id!,
      event: event.event,
      about_id: event.aboutId,
      ...renderInApp(event.event, event.payload),
    })
    .execute()
  announce(tx, { channel: `account:${recipient.id!}`, kind: 'bell' })
}

/** The lock makes an erasure that has begun end first. */
async function isErased(tx: Tx, profileId: string): Promise<boolean> {
  await tx.selectFrom('profiles').select('id').where('id', '=', profileId).forKeyShare().execute()
  const erased = await tx
    .selectFrom('account_deletions')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('state', '=', 'erased')
    .executeTakeFirst()
  return erased !== undefined
}

async function wants(tx: Tx, profileId: string, event: string, channel: Channel): Promise<boolean> {
  const stored = await tx
    .selectFrom('notification_choices')
    .select(['kind', 'channel', 'wanted'])
    .where('profile_id', '=', profileId)
    .execute()
  return isWanted(noticeOf(event).preference, channel, stored)
}
