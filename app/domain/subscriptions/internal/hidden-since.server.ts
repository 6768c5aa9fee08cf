import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/**
 * Since when a creator is hidden, or null while they are visible. If only the paid time has run out it is the moment of its end, however
 * late this is called; any other reason hides from now on.
 */
export async function hiddenSince(tx: Tx, creatorId: string): Promise<Date | null> {
  const { rows } = await sql<{ visible: boolean; since: Date }>`
    select exists (select from visible_creators v where v.profile_id = c.profile_id) as visible,
      case when c.verification_status = 'approved' and p.account_status = 'active' and not p.is_blocked
        then coalesce((select max(l.ends_at) from creator_listings l
          where l.creator_id = c.profile_id and l.revoked_at is null and l.ends_at <= app_now()), app_now())
        else app_now() end as since
    from creators c join profiles p on p.id = c.profile_id where c.profile_id = ${creatorId}`.execute(tx)
  const row = rows[0]!
  return row.visible ? null : row.since
}
