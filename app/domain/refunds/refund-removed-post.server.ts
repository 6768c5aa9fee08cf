import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { refundBuyers } from './internal/refund-removed.server.ts'

/**
 * A post was removed: everybody who bought it is refunded. Returns how many were.
 */
export async function refundRemovedPost(postId: string): Promise<number> {
  const buyers = await db
    .selectFrom('unlocks')
    .select('purchase_id')
    .where('post_id', '=', postId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  return refundBuyers(buyers.map((buyer) => buyer.purchase_id))
}

/** Scheduled task: refunds bought posts that were removed, by anybody. Returns how many buyers were refunded. */
export async function refundRemovedPosts(limit = 50): Promise<number> {
  const posts = await db
    .selectFrom('unlocks as u')
    .innerJoin('posts as p', 'p.id', 'u.post_id')
    .innerJoin('purchases as o', 'o.id', 'u.purchase_id')
    .select('p.id')
    .groupBy('p.id')
    // In random order: purchases that the rule can't refund (reversed by a bank already) must not block the others.
    .orderBy(sql`random()`)
    .where('p.state', '=', 'removed')
    .where('u.revoked_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('refunds as r')
            .select('r.id')
            .whereRef('r.purchase_id', '=', 'o.id')
            .where('r.state', 'in', ['asked', 'agreed']),
        ),
      ),
    )
    .limit(limit)
    .execute()
  let refunded = 0
  for (const { id } of posts) refunded += await refundRemovedPost(id)
  return refunded
}
