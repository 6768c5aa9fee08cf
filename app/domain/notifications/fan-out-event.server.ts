import { sql } from 'kysely'
import { readOutbox } from '#app/domain/events/outbox.server.ts'
import { noticeOf } from '#app/domain/events/registry.ts'
import { renderInApp } from '#app/domain/events/render-notice.ts'
import { topicOf, TOPICS } from '#app/domain/events/topics.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { announce } from '#app/platform/live.server.ts'
import type { Notice } from '#app/platform/live.ts'
import { newId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { queueMails } from './internal/queue-mails.server.ts'
import { queuePush } from './internal/queue-push.server.ts'
import { listAlertRecipients } from './list-alert-recipients.server.ts'

/** How many fans one job notifies. */
const BATCH = 1_000

/**
 * Notifies the next fans who asked for it of a creator's event, in the order of their ids, and enqueues the job for those after them. The
 * log of deliveries is unique by recipient, so each is notified once, however often a job runs. Returns how many were reached.
 */
export async function fanOutEvent(eventId: string, after: string | null): Promise<number> {
  const outbox = await readOutbox(eventId).catch(() => null)
  // It was deleted with the account of its creator.
  if (!outbox) return 0
  const { event, payload } = outbox
  const notice = noticeOf(event)
  const asked = notice.toAlerted?.(notice.payload.parse(payload))
  const topic = topicOf(notice.preference)
  invariant(
    asked !== undefined && topic !== null,
    `the event ${event} goes to fans who asked, and who can switch it off`,
  )
  const ids = await listAlertRecipients(asked, after, BATCH)
  if (ids.length === 0) return 0
  const { heading, body, path } = renderInApp(event, payload)
  return inTransaction(async (tx) => {
    const { rows: fans } = await sql<{ id: string; wanted: boolean; wantsPush: boolean; wantsMail: boolean }>`
      select p.id, coalesce(c.wanted, ${TOPICS[topic].standard.in_app}) as wanted,
        coalesce(a.wanted, ${TOPICS[topic].standard.push}) as "wantsPush",
        coalesce(m.wanted, ${TOPICS[topic].standard.email}) as "wantsMail"
      from profiles p
      left join notification_choices c on c.profile_id = p.id and c.kind = ${topic} and c.channel = 'in_app'
      left join notification_choices a on a.profile_id = p.id and a.kind = ${topic} and a.channel = 'push'
      left join notification_choices m on m.profile_id = p.id and m.kind = ${topic} and m.channel = 'email'
      where p.id = any (${ids}::uuid[]) order by p.id
      -- Makes an erasure that has begun end first.
      for key share of p`.execute(tx)
    const rows = fans.map((fan) => ({ ...fan, deliveryId: newId() }))
    await sql`
      with fan as (
        select * from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.wanted)}::boolean[],
          ${rows.map((row) => row.deliveryId)}::uuid[]) as u (id, wanted, delivery_id)
      ), told as (
        insert into event_deliveries (id, event_id, channel, recipient, profile_id, state, reason)
        select delivery_id, ${eventId}, 'in_app', id::text, id, case when wanted then 'sent' else 'skipped' end,
          case when wanted then '' else 'switched off' end
        from fan where not exists (select from account_deletions d where d.profile_id = fan.id and d.state = 'erased')
        on conflict (event_id, channel, recipient) do nothing returning profile_id, state
      )
      insert into notifications (id, profile_id, event, about_id, heading, body, path)
      select fan.delivery_id, fan.id, ${event}, ${asked.creatorId}, ${heading}, ${body}, ${path}
      from fan join told on told.profile_id = fan.id where told.state = 'sent'`.execute(tx)
    const byMail = fans.filter((fan) => fan.wantsMail).map(({ id }) => id)
    await queueMails(tx, { id: eventId, preference: topic, hasMail: notice.mail !== undefined }, byMail)
    const onPhones = fans.filter((fan) => fan.wantsPush).map(({ id }) => id)
    await queuePush(tx, { id: eventId, preference: topic }, onPhones)
    announce(tx, ...fans.map(({ id }): Notice => ({ channel: `account:${id}`, kind: 'bell' })))
    if (ids.length === BATCH) await enqueue(tx, 'fan_out_event', { eventId, after: ids.at(-1)! })
    return fans.length
  })
}
