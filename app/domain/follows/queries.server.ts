import { queryPrepared } from '#app/platform/db.server.ts'
import type { Alerts } from './set-alerts.server.ts'

/** Whether a fan follows a creator, and what the fan asked to be notified of. */
export type Following = { following: boolean; alerts: Alerts }

export async function findFollowing(fanId: string, creatorId: string): Promise<Following> {
  const [row] = await queryPrepared<Alerts>(
    'following',
    `select coalesce(a.posts, false) as posts, coalesce(a.live, false) as live
     from follows f left join creator_alerts a on a.creator_id = f.creator_id and a.fan_id = f.fan_id
     where f.fan_id = $1 and f.creator_id = $2`,
    [fanId, creatorId],
  )
  return { following: row !== undefined, alerts: row ?? { posts: false, live: false } }
}

export type RecentFollow = { creatorId: string; username: string; displayName: string; at: Date }

/** The creators whom a fan followed last, newest first; only those who are still visible. */
export function listRecentFollows(fanId: string, limit: number): Promise<RecentFollow[]> {
  return queryPrepared<RecentFollow>(
    'recent-follows',
    `select f.creator_id as "creatorId", p.username, p.display_name as "displayName", f.created_at as at
     from follows f join visible_creators v on v.profile_id = f.creator_id join profiles p on p.id = f.creator_id
     where f.fan_id = $1 order by f.created_at desc, f.creator_id limit $2`,
    [fanId, limit],
  )
}
