import type { Money } from '#app/domain/money/money.ts'
import { queryPrepared } from '#app/platform/db.server.ts'

export type Supporter = { fanId: string; name: string; amount: Money }

export const PRIVATE_FAN = 'Private fan'
/** How many of them a creator's page names. */
export const SUPPORTERS_SHOWN = 3

type SupporterRow = { fanId: string; name: string | null; total: string }

/**
 * Who tipped a creator most since Monday in Kampala, the most first, as one JSON value. The name of a fan who asked not to be named, with any of
 * these tips, does not leave the database.
 */
const supportersSql = (creatorId: string, limit: string) => `
  (select coalesce(jsonb_agg(jsonb_build_object('fanId', s.fan_id, 'name', case when s.named then f.display_name end, 'total', s.total::text)
      order by s.total desc, s.fan_id), '[]') from (
     select t.fan_id, bool_and(t.named) as named, sum(t.amount_minor)::bigint as total
     from tips t where t.creator_id = ${creatorId} and t.removed_at is null
       and t.created_at >= date_trunc('week', (select app_now()) at time zone 'Africa/Kampala') at time zone 'Africa/Kampala'
     group by t.fan_id order by total desc, t.fan_id limit ${limit}) s
   join profiles f on f.id = s.fan_id)`

function supporterIn({ fanId, name, total }: SupporterRow): Supporter {
  return { fanId, name: name || PRIVATE_FAN, amount: { amountMinor: BigInt(total), currency: 'UGX' } }
}

/** The first supporters of the creator whom a statement reads as `p`. */
export const SUPPORTERS_OF_CREATOR = {
  columns: `${supportersSql('p.id', String(SUPPORTERS_SHOWN))} as supporters`,
  read: (row: { supporters: SupporterRow[] }): Supporter[] => row.supporters.map(supporterIn),
}

export async function listTopSupporters(creatorId: string, limit: number): Promise<Supporter[]> {
  const [row] = await queryPrepared<{ supporters: SupporterRow[] }>(
    'top-supporters',
    `select ${supportersSql('$1', '$2')} as supporters`,
    [creatorId, limit],
  )
  return row!.supporters.map(supporterIn)
}

export type ReceivedTip = {
  id: string
  /** Null for an erased account. */
  fanId: string | null
  fanName: string
  message: string
  amount: Money
  at: Date
  /** The caption of the post; null for a tip from the profile, a chat or a call. */
  post: string | null
  /** It was refunded. */
  refunded: boolean
}

/**
 * A creator's tips with their messages, newest first. `before` is the last id of the previous page; an unknown one starts from the
 * beginning.
 */
export async function listReceivedTips(
  creatorId: string,
  options: { before: string | null; limit: number },
): Promise<ReceivedTip[]> {
  const rows = await queryPrepared<Omit<ReceivedTip, 'amount'> & { amount_minor: bigint }>(
    'received-tips',
    `select t.id, case when not exists (select from account_deletions d where d.profile_id = f.id and d.state = 'erased') then f.id end as "fanId",
       coalesce(f.display_name, 'A fan') as "fanName", t.message, t.amount_minor, t.created_at as at,
       case when t.post_id is not null then coalesce(nullif(p.caption, ''), 'A post') end as post, t.removed_at is not null as refunded
     from tips t join profiles f on f.id = t.fan_id left join posts p on p.id = t.post_id
     where t.creator_id = $1 and ($2::uuid is null or (t.created_at, t.id) <
       (select b.created_at, b.id from tips b where b.id = $2 and b.creator_id = $1)
       or not exists (select from tips b where b.id = $2 and b.creator_id = $1))
     order by t.created_at desc, t.id desc limit $3`,
    [creatorId, options.before, options.limit],
  )
  return rows.map(({ amount_minor: amountMinor, ...tip }) => ({ ...tip, amount: { amountMinor, currency: 'UGX' } }))
}
