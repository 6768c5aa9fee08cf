import { sql } from 'kysely'
import { forgetEvents } from '#app/domain/events/outbox.server.ts'
import { forgetCaughtMails } from '#app/gateways/mailer/caught-mailer.server.ts'
import { forgetJobsTo } from '#app/platform/queue.server.ts'
import { keysOfAddress } from './internal/recipient.server.ts'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    notification_choices: { whose: byId('profile_id'), exportedAs: 'which messages you want', erased: 'deleted' },
    notifications: {
      whose: byId('profile_id'),
      exportedAs: 'what you were notified of in the last 180 days',
      erased: 'deleted',
    },
    event_deliveries: {
      whose: byId('profile_id'),
      exportedAs: 'when and how notifications were sent to you in the last 30 days',
      hide: ['recipient'],
      erased: 'deleted',
    },
    push_subscriptions: {
      whose: byId('profile_id'),
      exportedAs: 'browsers that get alerts',
      hide: ['endpoint', 'p256dh', 'auth'],
      erased: 'deleted',
    },
    digest_choices: { whose: byId('profile_id'), exportedAs: 'how your mails come', erased: 'deleted' },
    sale_mail_choices: {
      whose: byId('profile_id'),
      exportedAs: 'from which price you are mailed about sales',
      erased: 'deleted',
    },
    quiet_hours: { whose: byId('profile_id'), exportedAs: 'your quiet hours', erased: 'deleted' },
    caught_mails: {
      whose: [{ column: 'recipient', holds: 'email' }],
      exportedAs: null,
      erased: 'deleted',
      why: 'the demo’s mailbox: you have the mails themselves, and they contain codes',
    },
  },
  erase: async ({ id, email }, tx) => {
    await sql`delete from notification_choices where profile_id = ${id}`.execute(tx)
    await sql`delete from digest_choices where profile_id = ${id}`.execute(tx)
    await sql`delete from sale_mail_choices where profile_id = ${id}`.execute(tx)
    await sql`delete from quiet_hours where profile_id = ${id}`.execute(tx)
    await sql`delete from push_subscriptions where profile_id = ${id}`.execute(tx)
    await sql`delete from notifications where profile_id = ${id} or about_id = ${id}`.execute(tx)
    const { rows } = await sql<{ event_id: string }>`
    delete from event_deliveries where profile_id = ${id} or recipient = any (${keysOfAddress(email)}) returning event_id`.execute(
      tx,
    )
    // With the payloads that were for this account alone.
    await forgetEvents(
      tx,
      rows.map((row) => row.event_id),
    )
    await forgetCaughtMails(tx, email)
    await forgetJobsTo(tx, 'send_email', email)
  },
})
