import { sql } from 'kysely'
import type { Preference } from '#app/domain/events/topics.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { listMailTimes } from './list-mail-times.server.ts'

/** Queues the mail of an event to many, for each at once or for the digest. The log is unique by person, so none gets it twice. */
export async function queueMails(
  tx: Tx,
  event: { id: string; preference: Preference; hasMail: boolean },
  profileIds: readonly string[],
): Promise<void> {
  const times = [...(await listMailTimes(tx, profileIds, event))]
  if (times.length === 0) return
  const { rows } = await sql<{ id: string; waits: boolean }>`
    insert into event_deliveries (id, event_id, channel, recipient, profile_id, state, held_until, in_digest)
    select gen_random_uuid(), ${event.id}, 'email', p.id::text, p.id, 'queued', p.until, p.in_digest
    from unnest(${times.map(([id]) => id)}::uuid[], ${times.map(([, { until }]) => until)}::timestamptz[],
      ${times.map(([, { inDigest }]) => inDigest)}::boolean[]) as p (id, until, in_digest)
    where not exists (select from account_deletions d where d.profile_id = p.id and d.state = 'erased')
    on conflict (event_id, channel, recipient) do nothing returning id, held_until is not null as waits`.execute(tx)
  for (const { id, waits } of rows) if (!waits) await enqueue(tx, 'deliver_mail', { deliveryId: id })
}
