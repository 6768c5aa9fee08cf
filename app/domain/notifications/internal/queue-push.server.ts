import { sql } from 'kysely'
import { ENDS_AT } from '#app/domain/identity/find-person-by-session.server.ts'
import type { Preference } from '#app/domain/events/topics.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { listHeld } from './list-held.server.ts'

/** A subscription `u` that is still somebody's: its session has not ended, nor its account. */
export const LIVE_SUBSCRIPTIONS = sql.raw(`push_subscriptions u
  join sessions s on s.id = u.session_id join profiles p on p.id = s.profile_id and p.account_status = 'active'
    and s.ended_at is null and ${ENDS_AT} > (select app_now())`)

/** Queues a push message for each browser of these people. The log is unique by subscription, so none gets it twice. */
export async function queuePush(
  tx: Tx,
  event: { id: string; preference: Preference },
  profileIds: readonly string[],
): Promise<void> {
  if (profileIds.length === 0) return
  const held = await listHeld(tx, profileIds, event.preference)
  const { rows } = await sql<{ id: string; held: boolean }>`
    insert into event_deliveries (id, event_id, channel, recipient, profile_id, state, held_until)
    select gen_random_uuid(), ${event.id}, 'push', u.id::text, u.profile_id, 'queued', h.until
    from ${LIVE_SUBSCRIPTIONS}
    left join unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(({ until }) => until)}::timestamptz[]) as h (id, until)
      on h.id = u.profile_id
    where u.profile_id = any (${[...profileIds]}::uuid[])
      and not exists (select from account_deletions d where d.profile_id = u.profile_id and d.state = 'erased')
    on conflict (event_id, channel, recipient) do nothing returning id, held_until is not null as held`.execute(tx)
  for (const { id, held } of rows) if (!held) await enqueue(tx, 'deliver_push', { deliveryId: id })
}
