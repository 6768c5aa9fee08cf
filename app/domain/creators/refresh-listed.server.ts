import { sql } from 'kysely'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'

/**
 * Updates a creator's place in the feed's index, and keeps when they were visible for the first time. Every command that changes visibility calls it in its own transaction: approval,
 * payment, suspension, block, and their opposites.
 */
export async function refreshListed(tx: Tx, creatorId: string): Promise<void> {
  await sql`
    update creators c set listed = v.profile_id is not null, listed_until = v.paid_until,
      first_visible_at = coalesce(c.first_visible_at, case when v.profile_id is not null then greatest(c.approved_at,
        (select min(l.starts_at) from creator_listings l where l.creator_id = c.profile_id and l.starts_at <= app_now())) end)
    from (select ${creatorId}::uuid as id) one left join visible_creators v on v.profile_id = one.id
    where c.profile_id = one.id`.execute(tx)
}

const AT_ONCE = 500

/**
 * Scheduled task: removes creators whose paid time has ended from the feeds and adds those whose time begins now. Reads test the time as
 * well, so nobody is visible too long in between. Returns how many changed.
 */
export async function refreshListings(): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    (select profile_id as id from creators where listed and listed_until <= app_now() order by listed_until limit ${AT_ONCE})
    union
    (select l.creator_id from creator_listings l join creators c on c.profile_id = l.creator_id and not c.listed
      where l.revoked_at is null and l.starts_at between app_now() - interval '8 days' and app_now() and l.ends_at > app_now()
        and exists (select from visible_creators v where v.profile_id = l.creator_id) limit ${AT_ONCE})`.execute(db)
  for (const row of rows) await inTransaction((tx) => refreshListed(tx, row.id))
  return rows.length
}
