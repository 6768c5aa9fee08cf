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

/** The ids of the creators whom a fan follows, the newest follow first. */
export async function listFollowedIds(fanId: string): Promise<string[]> {
  const rows = await queryPrepared<{ id: string }>(
    'followed-ids',
    'select creator_id as id from follows where fan_id = $1 order by created_at desc',
    [fanId],
  )
  return rows.map((row) => row.id)
}
