import { sql } from 'kysely'
import { readOutbox } from '#app/domain/events/outbox.server.ts'
import { noticeOf } from '#app/domain/events/registry.ts'
import { renderNoticeMail } from '#app/domain/events/render-notice.ts'
import { mailer } from '#app/gateways/mailer/mailer.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { db } from '#app/platform/db.server.ts'
import { keyOf } from './internal/recipient.server.ts'

/** Longer than the mailer waits. A process that died while it was sending holds the delivery no longer than this. */
const CLAIM_MINUTES = 2

/**
 * Sends one mail of a published event and records what became of it. Throws if the mailer refuses it, so that the queue tries again.
 *
 * A delivery is claimed before and marked after it is sent. A process that dies between the mailer's answer and the mark can't know
 * whether the mail left: it is sent again, under the same id. The mailer of the demo drops the second; SMTP has no such promise, but the
 * Message-ID is the same, by which mailboxes recognise a duplicate.
 */
export async function deliverMail(deliveryId: string): Promise<void> {
  const at = now()
  const claimed = await db
    .updateTable('event_deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      claimed_until: addMinutes(at, CLAIM_MINUTES),
      changed_at: sql<Date>`app_now()`,
    }))
    .where('id', '=', deliveryId)
    .where('state', 'in', ['queued', 'failed'])
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', at)]))
    .returning(['event_id', 'recipient', 'profile_id'])
    .executeTakeFirst()
  if (!claimed) return throwIfClaimed(deliveryId)
  const { event, payload } = await readOutbox(claimed.event_id)
  const notice = noticeOf(event)
  const recipient = notice.to(notice.payload.parse(payload)).find((one) => keyOf(one) === claimed.recipient)
  const to = recipient?.email ?? (claimed.profile_id && (await addressOf(claimed.profile_id)))
  if (!to) return mark(deliveryId, 'skipped', 'no address')
  try {
    await mailer().send({ id: deliveryId, to, ...renderNoticeMail(event, payload, config()) })
  } catch (error) {
    await mark(deliveryId, 'failed', String(error).slice(0, 300))
    throw error
  }
  await mark(deliveryId, 'sent', '')
}

/** A delivery that another process is sending is tried again later; one that is done is done. */
async function throwIfClaimed(deliveryId: string): Promise<void> {
  const open = await db
    .selectFrom('event_deliveries')
    .select('id')
    .where('id', '=', deliveryId)
    .where('state', 'in', ['queued', 'failed'])
    .executeTakeFirst()
  if (open) throw new Error('another process is sending this mail')
}

async function addressOf(profileId: string): Promise<string | null> {
  const profile = await db.selectFrom('profiles').select('email').where('id', '=', profileId).executeTakeFirst()
  return profile?.email ?? null
}

async function mark(deliveryId: string, state: 'sent' | 'skipped' | 'failed', reason: string): Promise<void> {
  await db
    .updateTable('event_deliveries')
    .set({ state, reason, claimed_until: null, changed_at: sql<Date>`app_now()` })
    .where('id', '=', deliveryId)
    .execute()
}
