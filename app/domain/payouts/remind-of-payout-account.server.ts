import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { balanceSql } from '#app/domain/ledger/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'

const AT_ONCE = 200
const AGAIN_DAYS = 28

/**
 * Scheduled task: tells creators without a payout account that enough for a payout waits, when it first does and every four weeks. Returns
 * how many.
 */
export async function remindOfPayoutAccount(): Promise<number> {
  const { minimumPayoutMinor } = await settings()
  return inTransaction(async (tx) => {
    const { rows } = await sql<{ id: string; available: bigint }>`
      with due as (
        select c.profile_id as id, (-${sql.raw(balanceSql('creator_available', 'c.profile_id'))})::bigint as available
        from creators c join profiles p on p.id = c.profile_id and p.account_status = 'active' and not p.is_blocked
        where not exists (select from payout_accounts a where a.creator_id = c.profile_id and a.state = 'in_use')
          and not exists (select from payout_account_reminders r where r.creator_id = c.profile_id
            and r.reminded_at > app_now() - make_interval(days => ${AGAIN_DAYS}))
          and -${sql.raw(balanceSql('creator_available', 'c.profile_id'))} >= ${minimumPayoutMinor}
        order by c.profile_id limit ${AT_ONCE} for update of c skip locked
      ), told as (
        -- Another process may have reminded somebody since this statement's snapshot: only the row itself says so.
        insert into payout_account_reminders as r (creator_id) select id from due
        on conflict (creator_id) do update set reminded_at = excluded.reminded_at
          where r.reminded_at <= app_now() - make_interval(days => ${AGAIN_DAYS})
        returning creator_id
      )
      select due.id, due.available from due join told on told.creator_id = due.id`.execute(tx)
    for (const { id, available } of rows)
      await publish(tx, {
        actorId: null,
        event: 'payout_account_missing',
        objectId: id,
        payload: { creator: { id }, available: formatMoney({ amountMinor: available, currency: 'UGX' }) },
      })
    return rows.length
  })
}
