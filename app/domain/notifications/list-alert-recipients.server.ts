import { queryPrepared } from '#app/platform/db.server.ts'

export type AlertKind = 'post' | 'live'

/**
 * A page of the fans who asked to be notified of a creator's posts or of the creator going live, in the order of their ids: those after
 * `afterId`, at most `limit`. Accounts that are closed, suspended or blocked are left out. Whether a fan may see the post in full plays no
 * part: they asked, and a locked post is news for them too. Switches of the topic are obeyed at delivery.
 */
export async function listAlertRecipients(
  creatorId: string,
  kind: AlertKind,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await queryPrepared<{ id: string }>(
    `alert-recipients-${kind}`,
    `select a.fan_id as id from creator_alerts a join profiles p on p.id = a.fan_id
     where a.creator_id = $1 and a.${kind === 'post' ? 'posts' : 'live'} and ($2::uuid is null or a.fan_id > $2)
       and p.account_status = 'active' and not p.is_blocked
     order by a.fan_id limit $3`,
    [creatorId, afterId, limit],
  )
  return rows.map((row) => row.id)
}
