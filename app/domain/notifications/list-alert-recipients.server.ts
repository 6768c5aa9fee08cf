import type { Alerted } from '#app/domain/events/event.ts'
import { queryPrepared } from '#app/platform/db.server.ts'

const ASKED = (column: 'posts' | 'live') => `creator_alerts a where a.creator_id = $1 and a.${column}`
const SOURCES = {
  post: ASKED('posts'),
  live: ASKED('live'),
  mass_message: `mass_message_fans a where a.mass_id = $1 and a.notifies`,
} as const

/**
 * A page of the fans who asked to be notified of a creator's posts or of the creator going live, or whom a message to many reached, in the
 * order of their ids: those after `afterId`, at most `limit`. Accounts that are closed, suspended or blocked are left
 * out, and pairs of whom one has blocked the other. Whether a fan may
 * see the post in full plays no part: they asked, and a locked post is news for them too. Switches of the topic are obeyed at delivery.
 */
export async function listAlertRecipients(asked: Alerted, afterId: string | null, limit: number): Promise<string[]> {
  const rows = await queryPrepared<{ id: string }>(
    `alert-recipients-${asked.kind}`,
    `select a.fan_id as id from ${SOURCES[asked.kind]} and ($2::uuid is null or a.fan_id > $2)
       and exists (select from profiles p where p.id = a.fan_id and p.account_status = 'active' and not p.is_blocked)
       and not exists (select from chat_threads t where t.fan_id = a.fan_id and t.creator_id = $4
         and (t.blocked_by_fan_at is not null or t.blocked_by_creator_at is not null))
     order by a.fan_id limit $3`,
    [asked.kind === 'mass_message' ? asked.massId : asked.creatorId, afterId, limit, asked.creatorId],
  )
  return rows.map((row) => row.id)
}
