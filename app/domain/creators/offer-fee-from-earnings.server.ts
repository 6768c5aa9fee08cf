import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { balanceSql } from '#app/domain/ledger/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { FEE_AHEAD_DAYS } from './fee-week.ts'

const AT_ONCE = 200

/** Scheduled task: tells each creator once, when their earnings first cover the weekly fee, that they can pay it; not while weeks are paid already. Returns how many. */
export async function offerFeeFromEarnings(): Promise<number> {
  const { creatorFeeMinor } = await settings()
  return inTransaction(async (tx) => {
    const { rows } = await sql<{ id: string; available: bigint }>`
      update creators c set fee_auto_pay_offered_at = app_now()
      from (
        select o.profile_id, (-${sql.raw(balanceSql('creator_available', 'o.profile_id'))})::bigint as available
        from creators o join profiles p on p.id = o.profile_id and p.account_status = 'active' and not p.is_blocked
        where o.verification_status = 'approved' and o.fee_auto_pay_minor is null and o.fee_auto_pay_offered_at is null
          and not exists (select from creator_listings l where l.creator_id = o.profile_id
            and l.ends_at >= app_now() + ${FEE_AHEAD_DAYS} * interval '1 day')
          and -${sql.raw(balanceSql('creator_available', 'o.profile_id'))} >= ${creatorFeeMinor}
        order by o.profile_id limit ${AT_ONCE} for update of o skip locked
      ) due
      where c.profile_id = due.profile_id returning c.profile_id as id, due.available`.execute(tx)
    for (const { id, available } of rows)
      await publish(tx, {
        actorId: null,
        event: 'fee_from_earnings_offered',
        objectId: id,
        payload: {
          creator: { id },
          price: formatMoney({ amountMinor: creatorFeeMinor, currency: 'UGX' }),
          available: formatMoney({ amountMinor: available, currency: 'UGX' }),
        },
      })
    return rows.length
  })
}
