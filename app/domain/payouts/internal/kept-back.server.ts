import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

const DAYS = 7

/**
 * What is kept for creators who pay their fee from earnings and whose paid time ends within a week of `at`: a payout must not take the
 * money that keeps their page visible. Returns the sum for each of them, in minor units; creators without an entry keep nothing back.
 */
export async function keptForFees(
  connection: Db | Tx,
  creatorIds: string[],
  { at, feeMinor }: { at: Date; feeMinor: bigint },
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string }>`
    select c.profile_id as id from creators c join profiles p on p.id = c.profile_id
    cross join lateral (select max(l.ends_at) as ends_at from creator_listings l where l.creator_id = c.profile_id and l.revoked_at is null) e
    where c.profile_id = any (${creatorIds}::uuid[]) and c.fee_auto_pay_minor >= ${feeMinor} and c.fee_paused_at is null
      and c.verification_status = 'approved' and p.account_status = 'active' and not p.is_blocked
      and e.ends_at > app_now() and e.ends_at <= ${at}::timestamptz + make_interval(days => ${DAYS})`.execute(
    connection,
  )
  return new Map(rows.map(({ id }) => [id, feeMinor]))
}
