import { type Db, hasRow, type Tx } from '#app/platform/db.server.ts'

export type CreatorForSale = { id: string; name: string; username: string; subscriptionPriceMinor: bigint }

/** A creator whom fans can tip and subscribe to now: one who is publicly visible. Null otherwise. */
export async function findCreatorForSale(connection: Db | Tx, creatorId: string): Promise<CreatorForSale | null> {
  const row = await connection
    .selectFrom('visible_creators as v')
    .innerJoin('creators as c', 'c.profile_id', 'v.profile_id')
    .innerJoin('profiles as p', 'p.id', 'c.profile_id')
    .select(['p.id', 'p.display_name', 'p.username', 'c.subscription_price_minor'])
    .where('c.profile_id', '=', creatorId)
    .executeTakeFirst()
  if (!row?.username) return null
  return {
    id: row.id,
    name: row.display_name ?? row.username,
    username: row.username,
    subscriptionPriceMinor: row.subscription_price_minor,
  }
}

/** Whether a post can be tipped: it belongs to this creator and is published. */
export function isPostOf(connection: Db | Tx, postId: string, creatorId: string): Promise<boolean> {
  return hasRow(
    connection
      .selectFrom('posts')
      .select('id')
      .where('id', '=', postId)
      .where('creator_id', '=', creatorId)
      .where('state', '=', 'published'),
  )
}
