import { sql } from 'kysely'
import { findPerson } from '#app/domain/identity/find-person.server.ts'
import { db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { payFromBalance } from './pay-from-balance.server.ts'

const AT_ONCE = 200

/**
 * Sweep: creators who chose it pay the next week from what they have earned, a day before their paid time ends. Each end is paid once; whose
 * earnings don't suffice pays nothing and is reminded instead, and is tried again until the end. Returns how many paid.
 */
export async function payDueFees(): Promise<number> {
  const { rows } = await sql<{ id: string; ends_at: Date }>`
    select c.profile_id as id, e.ends_at
    from creators c join profiles p on p.id = c.profile_id
    cross join lateral (select max(l.ends_at) as ends_at from creator_listings l where l.creator_id = c.profile_id and l.revoked_at is null) e
    where c.fee_auto_pay and c.fee_paused_at is null and c.verification_status = 'approved' and p.account_status = 'active' and not p.is_blocked
      and e.ends_at > app_now() and e.ends_at <= app_now() + interval '1 day'
    order by e.ends_at limit ${AT_ONCE}`.execute(db)
  let paid = 0
  for (const { id, ends_at: endsAt } of rows) {
    try {
      if (await payOne(id, endsAt)) paid += 1
    } catch (error) {
      // One creator's trouble is nobody else's.
      log.error({ err: error, creatorId: id }, 'a fee could not be paid from earnings')
    }
  }
  return paid
}

async function payOne(creatorId: string, endsAt: Date): Promise<boolean> {
  const creator = await findPerson(creatorId)
  if (!creator) return false
  const result = await payFromBalance(creator, {
    product: { kind: 'creator_fee', renewal: true },
    from: 'earnings',
    intent: {},
    // Shorter than any form's token, so it is nobody else's; named after the end, so that each is paid once.
    attempt: `fee-${endsAt.getTime()}`,
    shownMinor: null,
  })
  return result.ok
}
