import { sql } from 'kysely'
import { findCreatorBalances } from '#app/domain/earnings/queries.server.ts'
import { db } from '#app/platform/db.server.ts'
import { shareOfRefund, type SalesRefund } from './sold-posts.ts'

type Row = { posts: number; waiting: number; buyers: number; paid: bigint; part: bigint }

/** What a creator has sold permanently and what refunding it would cost; null where nothing is sold. Shillings, in minor units. */
export async function findSoldPosts(creatorId: string): Promise<SalesRefund | null> {
  const [{ rows }, balances] = await Promise.all([
    sql<Row>`
      select count(distinct o.id) filter (where o.state <> 'removed')::int as posts,
        count(distinct o.id) filter (where o.state = 'removed')::int as waiting, count(u.id)::int as buyers,
        coalesce(sum(p.amount_minor), 0)::bigint as paid, coalesce(sum(e.net_minor - e.reversed_minor), 0)::bigint as part
      from posts o join unlocks u on u.post_id = o.id and u.revoked_at is null left join purchases p on p.id = u.purchase_id
        left join earnings e on e.cause_kind = 'purchase' and e.cause_id = p.id and e.creator_id = o.creator_id
      where o.creator_id = ${creatorId}`.execute(db),
    findCreatorBalances(creatorId),
  ])
  const row = rows[0]!
  if (row.buyers === 0) return null
  return { ...row, ...shareOfRefund(row.part, balances) }
}
