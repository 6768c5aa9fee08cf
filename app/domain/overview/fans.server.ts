import { earnedOfFansSql } from '#app/domain/subscriptions/earned-of-fans.server.ts'
import { queryPrepared } from '#app/platform/db.server.ts'

export const FAN_SORTS = ['spent', 'newest'] as const
export type FanSort = (typeof FAN_SORTS)[number]

/** One fan of a creator, by name alone. */
export type Fan = {
  id: string
  name: string
  /** Of everything that the fan paid this creator for directly, the creator's part after our fee and after refunds. */
  netMinor: bigint
  /** The first follow or purchase. */
  since: Date
  follows: boolean
  /** Has this creator's own subscription now. */
  subscribes: boolean
  /** What the creator wrote down about them. */
  note: string
}

// Pass money is left out: it would tell a creator which pages a fan looks at.
const FANS = `
  with spent as (
    select p.buyer_id as fan_id, e.net_minor - e.reversed_minor as net, e.earned_at as at
    from earnings e join purchases p on p.id = e.cause_id where e.creator_id = $1 and e.cause_kind = 'purchase'
    union all
    select r.fan_id, e.net_minor - e.reversed_minor, e.earned_at
    from earnings e join custom_requests r on r.id = e.cause_id where e.creator_id = $1 and e.cause_kind = 'custom_request'
    union all
    select m.sender_id, e.net_minor - e.reversed_minor, e.earned_at
    from earnings e join chat_messages m on m.id = e.cause_id where e.creator_id = $1 and e.cause_kind = 'chat_message'
    union all
    ${earnedOfFansSql('$1')}
  ),
  fans as materialized (
    select a.fan_id, min(a.at) as since, sum(a.net)::bigint as net, bool_or(a.follows) as follows
    from (
      select s.fan_id, s.at, s.net, false as follows from spent s where s.fan_id is not null
      union all
      select f.fan_id, f.created_at, 0, true from follows f where f.creator_id = $1
    ) a group by a.fan_id
  )`

const KEYS: Readonly<Record<FanSort, string>> = { spent: 'net', newest: 'since' }

// Names and rights are read of the fans of one page alone.
const listOf = (sort: FanSort) => `${FANS}
  select f.fan_id as id, coalesce(p.display_name, 'A fan') as name, f.net as "netMinor", f.since, f.follows,
    exists (select from entitlements e where e.account_id = f.fan_id and e.grants = 'creator' and e.object_id = $1
      and e.starts_at <= (select app_now()) and e.ends_at > (select app_now())) as subscribes,
    coalesce((select n.body from fan_notes n where n.creator_id = $1 and n.fan_id = f.fan_id), '') as note
  from (
    select f.* from fans f
    where $2::uuid is null or not exists (select from fans b where b.fan_id = $2)
      or (f.${KEYS[sort]}, f.fan_id) < (select b.${KEYS[sort]}, b.fan_id from fans b where b.fan_id = $2)
    order by f.${KEYS[sort]} desc, f.fan_id desc limit $3
  ) f join profiles p on p.id = f.fan_id
  order by f.${KEYS[sort]} desc, f.fan_id desc`

/** Who follows a creator or has paid them, after the fan with the id `before`; an unknown one starts from the beginning. */
export function listFans(
  creatorId: string,
  sort: FanSort,
  { before, limit }: { before: string | null; limit: number },
): Promise<Fan[]> {
  return queryPrepared<Fan>(`fans-by-${sort}`, listOf(sort), [creatorId, before, limit])
}

export type FanTotals = { fans: number; paying: number; netMinor: bigint }

/** How many fans a creator has, how many of them have paid, and what together. */
export async function countFans(creatorId: string): Promise<FanTotals> {
  const [row] = await queryPrepared<FanTotals>(
    'count-fans',
    `${FANS} select count(*)::int as fans, count(*) filter (where f.net > 0)::int as paying, coalesce(sum(f.net), 0)::bigint as "netMinor" from fans f`,
    [creatorId],
  )
  return row!
}
