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
  /** By this creator. */
  blocked: boolean
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
       exists (select from chat_threads t where t.creator_id = $1 and t.fan_id = p.id and t.blocked_by_creator_at is not null) as blocked,
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

export type FanList = { id: string; name: string; fans: number }

/** A creator's lists by name, with how many are on each. */
export function listFanLists(creatorId: string): Promise<FanList[]> {
  return queryPrepared<FanList>(
    'fan-lists',
    `select l.id, l.name, (select count(*)::int from fan_list_members m where m.list_id = l.id) as fans
     from fan_lists l where l.creator_id = $1 order by lower(l.name)`,
    [creatorId],
  )
}

/** The ids of the creator's lists that a fan is on. */
export async function listIdsOfFan(creatorId: string, fanId: string): Promise<string[]> {
  if (!isId(fanId)) return []
  const rows = await queryPrepared<{ id: string }>(
    'lists-of-fan',
    `select l.id from fan_list_members m join fan_lists l on l.id = m.list_id where m.fan_id = $2 and l.creator_id = $1`,
    [creatorId, fanId],
  )
  return rows.map(({ id }) => id)
}

/** The fans on a list of this creator, the last added first, after the one with the id `before`. */
export function listMembers(
  creatorId: string,
  listId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<{ id: string; name: string }[]> {
  return queryPrepared<{ id: string; name: string }>(
    'fan-list-members',
    `select p.id, coalesce(p.display_name, 'A fan') as name
     from fan_lists l join fan_list_members m on m.list_id = l.id join profiles p on p.id = m.fan_id
     where l.id = $2 and l.creator_id = $1 and ($3::uuid is null or (m.added_at, m.fan_id) <
       (select b.added_at, b.fan_id from fan_list_members b where b.list_id = $2 and b.fan_id = $3))
     order by m.added_at desc, m.fan_id desc limit $4`,
    [creatorId, listId, before, limit],
  )
}
