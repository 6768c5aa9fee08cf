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
