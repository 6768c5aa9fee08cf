import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { findLapseLoss } from './find-lapse-loss.server.ts'
import { lapseText } from './lapse-loss.ts'
import { dueReminder, type FeeReminder, HIDDEN_NEWS_DAYS, earningsStatus } from './fee-week.ts'

const AT_ONCE = 200

type Due = { id: string; agreed_minor: bigint | null; ends_at: Date }

/**
 * Scheduled task: reminds creators two days and one day before their paid time ends, and once when it has ended. Each reminder is sent
 * once per end, where the creator wants it; where income of subscriptions would be lost, always. A creator whose earnings pay the fee
 * automatically needs no last reminder.
 * Returns how many were notified.
 */
export async function remindOfFees(): Promise<number> {
  const { rows } = await sql<Due>`
    select c.profile_id as id, c.fee_auto_pay_minor as agreed_minor, e.ends_at
    from creators c join profiles p on p.id = c.profile_id
    cross join lateral (select max(l.ends_at) as ends_at from creator_listings l where l.creator_id = c.profile_id and l.revoked_at is null) e
    where c.verification_status = 'approved' and c.fee_paused_at is null and p.account_status = 'active' and not p.is_blocked
      and e.ends_at > app_now() - make_interval(days => ${HIDDEN_NEWS_DAYS}) and e.ends_at <= app_now() + interval '2 days'
      and not exists (
        select from creator_fee_reminders r where r.creator_id = c.profile_id and r.ends_at = e.ends_at and r.kind =
          case when e.ends_at <= app_now() then 'hidden' when e.ends_at <= app_now() + interval '1 day' then 'one_day' else 'two_days' end)
    order by e.ends_at limit ${AT_ONCE}`.execute(db)
  let reminded = 0
  for (const due of rows) {
    const kind = dueReminder(due.ends_at, now())
    if (kind && (await remind(due, kind))) reminded += 1
  }
  return reminded
}

async function remind(due: Due, kind: FeeReminder): Promise<boolean> {
  const { creatorFeeMinor } = await settings()
  const available = -(await getBalance({ purpose: 'creator_available', ownerId: due.id, currency: 'UGX' }))
  const fromEarnings = earningsStatus(due.agreed_minor, { feeMinor: creatorFeeMinor, availableMinor: available })
  // The other scheduled task pays within a minute, and what it pays needs no reminder.
  if (kind === 'one_day' && fromEarnings === 'covered') return false
  const loss = await findLapseLoss(due.id)
  return inTransaction(async (tx) => {
    const first = await tx
      .insertInto('creator_fee_reminders')
      .values({ creator_id: due.id, ends_at: due.ends_at, kind })
      .onConflict((conflict) => conflict.doNothing())
      .returning('kind')
      .executeTakeFirst()
    if (!first) return false
    await publish(tx, {
      actorId: null,
      event: kind !== 'hidden' && loss.minor > 0n ? 'creator_income_at_risk' : 'creator_fee_reminded',
      objectId: due.id,
      detail: { kind, ends_at: due.ends_at.toISOString() },
      payload: {
        creator: { id: due.id },
        kind,
        on: showDateTime(due.ends_at),
        price: formatMoney({ amountMinor: creatorFeeMinor, currency: 'UGX' }),
        fromEarnings,
        available: formatMoney({ amountMinor: available, currency: 'UGX' }),
        loss: lapseText(loss),
      },
    })
    return true
  })
}
