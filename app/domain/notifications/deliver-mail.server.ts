import { readOutbox } from '#app/domain/events/outbox.server.ts'
import { noticeOf } from '#app/domain/events/registry.ts'
import { renderNoticeMail } from '#app/domain/events/render-notice.ts'
import { mailer } from '#app/gateways/mailer/mailer.server.ts'
import { config } from '#app/platform/config.server.ts'
import { db } from '#app/platform/db.server.ts'
import { claimDelivery, markDelivery } from './internal/delivery-log.server.ts'
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
  const claimed = await claimDelivery(deliveryId, CLAIM_MINUTES)
  if (!claimed) return
  const { event, payload } = await readOutbox(claimed.event_id)
  const notice = noticeOf(event)
  const recipient = notice.to(notice.payload.parse(payload)).find((one) => keyOf(one) === claimed.recipient)
  const to = recipient?.email ?? (claimed.profile_id && (await addressOf(claimed.profile_id)))
  if (!to) return markDelivery(deliveryId, 'skipped', 'no address')
  try {
    await mailer().send({ id: deliveryId, to, ...renderNoticeMail(event, payload, config()) })
  } catch (error) {
    await markDelivery(deliveryId, 'failed', String(error).slice(0, 300))
    throw error
  }
  await markDelivery(deliveryId, 'sent', '')
}

async function addressOf(profileId: string): Promise<string | null> {
  const profile = await db.selectFrom('profiles').select('email').where('id', '=', profileId).executeTakeFirst()
  return profile?.email ?? null
}
