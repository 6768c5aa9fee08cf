import { sql } from 'kysely'
import { noticeOf } from '#app/domain/events/registry.ts'
import { renderInApp } from '#app/domain/events/render-notice.ts'
import { deliverEvent } from '#app/domain/notifications/deliver-event.server.ts'
import { unseal } from '#app/platform/secrets.server.ts'
import { ownerDb } from './database.ts'

/** A mail that waits: an event with its payload and the path that it leads to, or a mail with a code. */
export type WaitingMail = { name: string; to: string; path: string } & Record<string, unknown>

/** Writes the deliveries of every published event that waits for them, as the queue would. */
export async function deliverEvents(): Promise<void> {
  const waiting = await ownerDb.selectFrom('event_outbox').select('id').where('expanded_at', 'is', null).execute()
  for (const { id } of waiting) await deliverEvent(id)
}

/** Every mail that was enqueued, oldest first; those that their recipient switched off are left out. */
export async function listMails(): Promise<WaitingMail[]> {
  await deliverEvents()
  const { rows } = await sql<{ name: string; sealed: string; to: string | null; profile_id: string | null }>`
    select j.data ->> 'template' as name, j.data ->> 'sealedData' as sealed, j.data ->> 'to' as to, null as profile_id, j.created_on, j.id
    from pgboss.job j where j.name = 'send_email'
    union all
    select o.event, o.sealed_payload, p.email, d.profile_id, j.created_on, d.id
    from pgboss.job j join event_outbox o on o.id = (j.data ->> 'eventId')::uuid
    join event_deliveries d on d.event_id = o.id and d.channel = 'email' and d.state <> 'skipped'
    left join profiles p on p.id = d.profile_id
    where j.name = 'deliver_event'
    order by created_on, id`.execute(ownerDb)
  return rows.map(({ name, sealed, to, profile_id }) => {
    const data = JSON.parse(unseal(sealed)) as Record<string, unknown>
    if (profile_id === null && to !== null) return { ...data, name, to, path: '' }
    const recipient = noticeOf(name)
      .to(data)
      .find((one) => one.id === profile_id)
    return { ...data, name, to: recipient?.email ?? to!, path: renderInApp(name, data).path }
  })
}

export async function mailsTo(email: string, ...names: string[]): Promise<WaitingMail[]> {
  return (await listMails()).filter((mail) => mail.to === email && (names.length === 0 || names.includes(mail.name)))
}
