import { queryPrepared } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { IS_FAN } from './internal/is-fan.server.ts'

/** One fan for their creator: by name alone, as in every list. */
export type FanView = {
  id: string
  name: string
  follows: boolean
  /** Has this creator's own subscription now. */
  subscribes: boolean
  /** Where they have written to each other. */
  threadId: string | null
  note: string
}

/** A fan of this creator; null for everybody else's. */
export async function findFan(creatorId: string, fanId: string): Promise<FanView | null> {
  if (!isId(fanId)) return null
  const [row] = await queryPrepared<FanView>(
    'find-fan',
    `select p.id, coalesce(p.display_name, 'A fan') as name,
       exists (select from follows f where f.creator_id = $1 and f.fan_id = p.id) as follows,
       exists (select from entitlements e where e.account_id = p.id and e.grants = 'creator' and e.object_id = $1
         and e.starts_at <= (select app_now()) and e.ends_at > (select app_now())) as subscribes,
       (select t.id from chat_threads t where t.creator_id = $1 and t.fan_id = p.id and t.last_seq > 0) as "threadId",
       coalesce((select n.body from fan_notes n where n.creator_id = $1 and n.fan_id = p.id), '') as note
     from profiles p where p.id = $2 and ${IS_FAN}`,
    [creatorId, fanId],
  )
  return row ?? null
}

/** What a creator wrote down about somebody; '' where nothing is. */
export async function findNote(creatorId: string, fanId: string): Promise<string> {
  const [row] = await queryPrepared<{ body: string }>(
    'find-fan-note',
    'select body from fan_notes where creator_id = $1 and fan_id = $2',
    [creatorId, fanId],
  )
  return row?.body ?? ''
}
