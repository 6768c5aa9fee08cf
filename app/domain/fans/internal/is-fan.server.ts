import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'

/** Whether the account `p.id` is a fan of the creator `$1`, by whatever joins them to the list of fans. An erased account is nobody's. */
export const IS_FAN = `p.id <> $1
  and not exists (select from account_deletions d where d.profile_id = p.id and d.state = 'erased')
  and (exists (select from follows f where f.creator_id = $1 and f.fan_id = p.id)
    or exists (select from chat_threads t where t.creator_id = $1 and t.fan_id = p.id and t.last_seq > 0)
    or exists (select from custom_requests r where r.creator_id = $1 and r.fan_id = p.id)
    or exists (select from creator_subscriptions s where s.creator_id = $1 and s.user_id = p.id)
    or exists (select from purchases b join earnings e on e.cause_id = b.id and e.cause_kind = 'purchase'
      where b.buyer_id = p.id and e.creator_id = $1))`

const LOCK = `select ${IS_FAN} as "isFan" from profiles p where p.id = $2 for key share of p`

/** The same for a command. The lock makes an erasure of the fan that has begun end first, so that nothing about them is stored after it. */
export async function lockFan(tx: Tx, creatorId: string, fanId: string): Promise<boolean> {
  if (!isId(fanId)) return false
  const [row] = await queryPreparedIn<{ isFan: boolean }>(tx, 'lock-fan', LOCK, [creatorId, fanId])
  return row?.isFan ?? false
}
