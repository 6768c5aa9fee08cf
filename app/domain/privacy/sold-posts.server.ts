import { sql } from 'kysely'
import { findCreatorBalances } from '#app/domain/earnings/queries.server.ts'
import { db } from '#app/platform/db.server.ts'
import { shareOfRefund, type SalesRefund } from './sold-posts.ts'

type Row = { posts: number; waiting: number; buyers: number; paid: bigint; part: bigint }

/** What a creator has sold permanently and what refunding it would cost; null where nothing is sold. Shillings, in minor units. */
export async function findSoldPosts(creatorId: string): Promise<SalesRefund | null> {
  const [{ rows }, balances] = await Promise.all([
    sql<Row>`
      with sold as (
        select o.id, o.state = 'removed' as removed, u.purchase_id
        from posts o join unlocks u on u.post_id = o.id and u.revoked_at is null where o.creator_id = ${creatorId}
        union all
        select m.id, x.removed_at is not null, u.purchase_id
        from message_unlocks u join chat_media_messages x on x.message_id = u.message_id join chat_messages m on m.id = x.message_id
        where u.revoked_at is null and m.sender_id = ${creatorId})
      select count(distinct o.id) filter (where not o.removed)::int as posts,
        count(distinct o.id) filter (where o.removed)::int as waiting, count(*)::int as buyers,
        coalesce(sum(p.amount_minor), 0)::bigint as paid, coalesce(sum(e.net_minor - e.reversed_minor), 0)::bigint as part
      from sold o left join purchases p on p.id = o.purchase_id
        left join earnings e on e.cause_kind = 'purchase' and e.cause_id = p.id and e.creator_id = ${creatorId}`.execute(
      db,
    ),
    findCreatorBalances(creatorId),
  ])
  const row = rows[0]!
  if (row.buyers === 0) return null
  return { ...row, ...shareOfRefund(row.part, balances) }
}
