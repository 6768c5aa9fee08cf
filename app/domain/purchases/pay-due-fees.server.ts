import { sql } from 'kysely'
import { findPerson } from '#app/domain/identity/find-person.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { db } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { placeOrder } from './place-order.server.ts'

const AT_ONCE = 200

/**
 * Scheduled task: creators who chose it pay the next week from their earnings, one day before their paid time ends. Each end is paid once.
 * A creator with too little earnings, or who agreed to a lower fee, pays nothing, gets a reminder instead, and is tried again until the
 * end. Returns how many paid.
 */
export async function payDueFees(): Promise<number> {
  let paid = 0
  const { creatorFeeMinor } = await settings()
  for (let after: Due | null = null; ;) {
    const due: Due[] = await listDue(after, creatorFeeMinor)
    paid += await forEachIsolated(due, 'pay creator weeks from earnings', (one) => payOne(one, creatorFeeMinor))
    if (due.length < AT_ONCE) return paid
    after = due.at(-1)!
  }
}

type Due = { id: string; ends_at: Date }

/**
 * The page after the last row (in milliseconds, the precision that we return): creators with too little earnings must not block the others.
 */
async function listDue(after: Due | null, feeMinor: bigint): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select c.profile_id as id, e.ends_at
    from creators c join profiles p on p.id = c.profile_id
    cross join lateral (select date_trunc('milliseconds', max(l.ends_at)) as ends_at from creator_listings l where l.creator_id = c.profile_id and l.revoked_at is null) e
    where c.fee_auto_pay_minor >= ${feeMinor} and c.fee_paused_at is null and c.verification_status = 'approved' and p.account_status = 'active' and not p.is_blocked
      and e.ends_at > app_now() and e.ends_at <= app_now() + interval '1 day'
      and (${after === null} or (e.ends_at, c.profile_id) > (${after?.ends_at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by e.ends_at, c.profile_id limit ${AT_ONCE}`.execute(db)
  return rows
}

async function payOne({ id, ends_at: endsAt }: Due, feeMinor: bigint): Promise<boolean> {
  const creator = await findPerson(id)
  if (!creator) return false
  const result = await placeOrder(creator, {
    product: { kind: 'creator_fee', renewal: true },
    from: 'earnings',
    returnTo: {},
    // Shorter than any form's token, so it cannot collide with one; named after the end, so that each end is paid once.
    attempt: `fee-${endsAt.getTime()}`,
    // A fee that is raised at this moment is not paid.
    shownMinor: feeMinor,
  })
  return result.ok
}
