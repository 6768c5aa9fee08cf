import { queryPrepared } from '#app/platform/db.server.ts'

/** Whether a fan follows a creator. */
export async function follows(fanId: string, creatorId: string): Promise<boolean> {
  const rows = await queryPrepared<{ one: number }>(
    'follows',
    'select 1 as one from follows where fan_id = $1 and creator_id = $2',
    [fanId, creatorId],
  )
  return rows.length === 1
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
