import { queryPrepared } from '#app/platform/db.server.ts'
import type { Alerts } from './set-alerts.server.ts'

/** Whether a fan follows a creator, and what the fan asked to be notified of. */
export type Following = { following: boolean; alerts: Alerts }

const followingSql = (fanId: string, creatorId: string) => `
  (select jsonb_build_object('posts', coalesce(a.posts, false), 'live', coalesce(a.live, false))
   from follows f left join creator_alerts a on a.creator_id = f.creator_id and a.fan_id = f.fan_id
   where f.fan_id = ${fanId} and f.creator_id = ${creatorId})`

type Row = { following: Alerts | null }

const followingIn = ({ following }: Row): Following => ({
  following: following !== null,
  alerts: following ?? { posts: false, live: false },
})

/** Whether the viewer in `$2` follows the creator whom a statement reads as `p`. */
export const FOLLOWING_OF_CREATOR = { columns: `${followingSql('$2', 'p.id')} as following`, read: followingIn }

export async function findFollowing(fanId: string, creatorId: string): Promise<Following> {
  const [row] = await queryPrepared<Row>('following', `select ${followingSql('$1', '$2')} as following`, [
    fanId,
    creatorId,
  ])
  return followingIn(row!)
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
