import { sql } from 'kysely'
import { ENDS_AT } from '#app/domain/identity/find-person-by-session.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'

/** A subscription `u` that is still somebody's: its session has not ended, nor its account. */
export const LIVE_SUBSCRIPTIONS = sql.raw(`push_subscriptions u
  join sessions s on s.id = u.session_id join profiles p on p.id = s.profile_id and p.account_status = 'active'
    and s.ended_at is null and ${ENDS_AT} > (select app_now())`)

/** Queues a push message for each browser of these people. The log is unique by subscription, so none gets it twice. */
export async function queuePush(tx: Tx, eventId: string, profileIds: readonly string[]): Promise<void> {
  if (profileIds.length === 0) return
  const { rows } = await sql<{ id: string }>`
    insert into event_deliveries (id, event_id, channel, recipient, profile_id, state)
    select gen_random_uuid(), ${eventId}, 'push', u.id::text, u.profile_id, 'queued'
    from ${LIVE_SUBSCRIPTIONS} where u.profile_id = any (${[...profileIds]}::uuid[])
      and not exists (select from account_deletions d where d.profile_id = u.profile_id and d.state = 'erased')
    on conflict (event_id, channel, recipient) do nothing returning id`.execute(tx)
  for (const { id } of rows) await enqueue(tx, 'deliver_push', { deliveryId: id })
}
