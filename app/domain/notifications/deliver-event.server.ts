import type { Insertable } from 'kysely'
import type { Recipient } from '#app/domain/events/event.ts'
import { forgetEvents, takeFromOutbox } from '#app/domain/events/outbox.server.ts'
import { noticeOf } from '#app/domain/events/registry.ts'
import type { Target } from '#app/domain/events/target.ts'
import { renderInApp } from '#app/domain/events/render-notice.ts'
import { type Channel, CHANNELS } from '#app/domain/events/topics.ts'
import { hasRow, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { announce } from '#app/platform/live.server.ts'
import { newId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import type { EventDeliveries } from '../../../db/types.ts'
import { isWanted } from './choices.ts'
import { listMailTimes, type MailTime } from './internal/list-mail-times.server.ts'
import { listStoredChoices } from './internal/list-stored-choices.server.ts'
import { wantsSaleMail } from './internal/wants-sale-mail.server.ts'
import { queuePush } from './internal/queue-push.server.ts'
import { keyOf } from './internal/recipient.server.ts'

/** Whether a person has read what a page shows: answered by the module that the page belongs to. */
export type HasSeen = (tx: Tx, personId: string, page: Target) => Promise<boolean>

const nobodyHasSeen: HasSeen = () => Promise.resolve(false)

/**
 * Writes the deliveries of a published event, one for each recipient and channel, in one transaction: an entry in the list of
 * notifications is there at once, a mail gets a job of its own, and so does a push message for each browser. Run twice, it has the effect of once.
 */
export function deliverEvent(eventId: string, hasSeen: HasSeen = nobodyHasSeen): Promise<void> {
  return inTransaction(async (tx) => {
    const taken = await takeFromOutbox(tx, eventId)
    if (!taken) return
    const notice = noticeOf(taken.event)
    const event = { id: eventId, ...taken }
    const payload = notice.payload.parse(taken.payload)
    const page = notice.seenIn?.(payload)
    for (const recipient of notice.to(payload)) {
      if (page && recipient.id && (await hasSeen(tx, recipient.id, page))) continue
      for (const channel of CHANNELS) await deliver(tx, event, recipient, channel)
    }
    if (notice.toAlerted) return enqueue(tx, 'fan_out_event', { eventId, after: null })
    // Where nobody is left to be told, nothing of it is kept either.
    await forgetEvents(tx, [eventId])
  })
}

type Event = { id: string; event: string; payload: unknown; aboutId: string | null }

async function deliver(tx: Tx, event: Event, recipient: Recipient, channel: Channel): Promise<void> {
  const { id } = recipient
  // Without an account there is no list of notifications, and no choice was made.
  if (id === null && channel !== 'email') return
  const { preference, mail, sold, payload } = noticeOf(event.event)
  const sale = sold?.(payload.parse(event.payload))
  const topic = { preference, hasMail: mail !== undefined && sale !== null }
  if (id === null) return topic.hasMail ? queueMail(tx, event, recipient, AT_ONCE) : undefined
  if (await isErased(tx, id)) return
  const wanted = isWanted(preference, channel, await listStoredChoices(tx, id))
  if (channel === 'push') return wanted ? queuePush(tx, { id: event.id, preference }, [id]) : undefined
  if (channel === 'email') {
    if (sale && !(await wantsSaleMail(tx, id, sale))) return
    const time = (await listMailTimes(tx, [id], topic)).get(id)
    return time && (await queueMail(tx, event, recipient, wanted ? time : null))
  }
  const deliveryId = await logDelivery(tx, event, recipient, { channel, ...(wanted ? SENT : SWITCHED_OFF) })
  if (deliveryId === null || !wanted) return
  await tx
    .insertInto('notifications')
    .values({
      // Its delivery has the same id, by which a push message finds the entry that it leads to.
      id: deliveryId,
      profile_id: id,
      event: event.event,
      about_id: event.aboutId,
      ...renderInApp(event.event, event.payload),
    })
    .execute()
  announce(tx, { channel: `account:${id}`, kind: 'bell' })
}

/** The lock makes an erasure that has begun end first. */
async function isErased(tx: Tx, profileId: string): Promise<boolean> {
  await tx.selectFrom('profiles').select('id').where('id', '=', profileId).forKeyShare().execute()
  return hasRow(
    tx.selectFrom('account_deletions').select('id').where('profile_id', '=', profileId).where('state', '=', 'erased'),
  )
}

const AT_ONCE: MailTime = { until: null, inDigest: false }
const SENT = { state: 'sent', reason: '' } as const
const SWITCHED_OFF = { state: 'skipped', reason: 'switched off' } as const

/** `time` is null where the mail is not wanted. */
async function queueMail(tx: Tx, event: Event, recipient: Recipient, time: MailTime | null): Promise<void> {
  const delivery = time
    ? { state: 'queued' as const, reason: '', held_until: time.until, in_digest: time.inDigest }
    : { ...SWITCHED_OFF, held_until: null }
  const deliveryId = await logDelivery(tx, event, recipient, { channel: 'email', ...delivery })
  if (deliveryId !== null && time && time.until === null) await enqueue(tx, 'deliver_mail', { deliveryId })
}

/** Returns the id of the delivery; null where it was written before. */
async function logDelivery(
  tx: Tx,
  event: Event,
  recipient: Recipient,
  delivery: Pick<Insertable<EventDeliveries>, 'channel' | 'state' | 'reason' | 'held_until' | 'in_digest'>,
): Promise<string | null> {
  const made = await tx
    .insertInto('event_deliveries')
    .values({
      id: newId(),
      event_id: event.id,
      recipient: keyOf(recipient),
      profile_id: recipient.id,
      ...delivery,
    })
    .onConflict((conflict) => conflict.columns(['event_id', 'channel', 'recipient']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}
