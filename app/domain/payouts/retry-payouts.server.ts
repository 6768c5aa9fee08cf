import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { db, hasRow, inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { payeeOf } from './internal/payee.server.ts'
import { lockPayout } from './internal/payout-row.server.ts'
import { schedulePayouts } from './internal/schedule-payouts.server.ts'
import { MIN_TRANSFER_MINOR } from './payout.ts'

const AT_ONCE = 50

/**
 * Scheduled task: what failed for a temporary reason (a day's limit of the wallet, a network problem) is paid by a new payout a day later,
 * three times at most, unless something newer was made for the creator. Returns how many it made.
 */
export async function retryFailedPayouts(): Promise<number> {
  // In random order: creators who can't be paid now must not block the others. The check after a day comes first: a payout that arrived
  // late is no failure any more.
  const { rows } = await sql<{ id: string }>`
    select o.id from payouts o left join payouts before on before.id = o.retry_of left join payouts first on first.id = before.retry_of
    where o.state = 'failed' and o.reason in ('limit', 'network') and first.retry_of is null
      and o.ended_at <= app_now() - interval '1 day' and o.ended_at > app_now() - interval '7 days'
      and (o.next_check_at is null or o.next_check_at > app_now())
      and not exists (select from payouts n where n.creator_id = o.creator_id and n.number > o.number)
    order by random() limit ${AT_ONCE}`.execute(db)
  let made = 0
  for (const { id } of rows) {
    try {
      made += await retry(id)
    } catch (error) {
      log.error({ err: error, payout: id }, 'a failed payout could not be repeated; it is tried again')
    }
  }
  return made
}

function retry(payoutId: string): Promise<number> {
  return inTransaction(async (tx) => {
    const failed = await lockPayout(tx, payoutId)
    if (failed?.state !== 'failed') return 0
    const newer = tx
      .selectFrom('payouts')
      .select('id')
      .where('creator_id', '=', failed.creator_id)
      .where('number', '>', failed.number)
    if (await hasRow(newer)) return 0
    const payee = await payeeOf(tx, failed.creator_id)
    if ('kind' in payee) return 0
    const origin = { runDay: null, askedBy: null, retryOf: failed.id, minMinor: MIN_TRANSFER_MINOR, single: true }
    const made = await schedulePayouts(tx, [payee], origin)
    for (const id of made)
      await publish(tx, {
        actorId: null,
        event: 'payout_retried',
        objectId: id,
        detail: { retry_of: failed.id },
      })
    return made.length
  })
}
