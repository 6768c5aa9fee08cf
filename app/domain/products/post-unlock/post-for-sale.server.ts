import { sql } from 'kysely'
import { type Db, hasRow, type Tx } from '#app/platform/db.server.ts'
import type { PostForSale } from './quote.ts'

/** A locked post that can be bought now: published, not expired, of a publicly visible creator. Null otherwise. */
export async function findPostForSale(connection: Db | Tx, postId: string): Promise<PostForSale | null> {
  const row = await connection
    .selectFrom('posts as p')
    .innerJoin('visible_creators as v', 'v.profile_id', 'p.creator_id')
    .innerJoin('profiles as o', 'o.id', 'p.creator_id')
    .select(['p.id', 'p.creator_id', 'o.display_name', 'o.username', 'p.price_minor', 'p.currency'])
    .where('p.id', '=', postId)
    .where('p.audience', '=', 'pay_to_unlock')
    .where('p.state', '=', 'published')
    .where(sql<boolean>`p.published_at <= app_now() and (p.expires_at is null or p.expires_at > app_now())`)
    .executeTakeFirst()
  if (!row || row.price_minor === null) return null
  return {
    id: row.id,
    creatorId: row.creator_id,
    creatorName: row.display_name ?? row.username ?? 'a Peach',
    price: { amountMinor: row.price_minor, currency: row.currency },
  }
}

/** Whether what was bought can still be granted: a hidden creator's post can, a removed one can't. */
export function isPostDeliverable(tx: Tx, postId: string): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('posts')
      .select('id')
      .where('id', '=', postId)
      .where('state', '=', 'published')
      .where(sql<boolean>`(expires_at is null or expires_at > app_now())`)
      // Deleting a post waits for this purchase, and then finds its buyer.
      .forKeyShare(),
  )
}
