import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { completePurchase } from './complete-purchase.server.ts'

/**
 * Scheduled task: checks every payment that is due, the longest overdue first, so that a missed notification costs minutes and no money.
 * Several workers share the work. Stops early when the gateway requires a pause. Returns how many payments were checked.
 */
export async function reconcilePayments(limit = 50): Promise<number> {
  const { rows } = await sql<{ tx_ref: string }>`
    update transactions set next_check_at = app_now() + interval '2 minutes'
    where id in (select id from transactions where next_check_at <= app_now() order by next_check_at limit ${limit} for update skip locked)
    returning flutterwave_tx_ref as tx_ref`.execute(db)
  for (const [index, { tx_ref: txRef }] of rows.entries()) {
    try {
      const completion = await completePurchase({ txRef })
      if (completion.kind === 'unavailable' && completion.failure.kind === 'throttled') return index + 1
    } catch (error) {
      log.error({ err: error }, 'a payment could not be reconciled; it is tried again in two minutes')
    }
  }
  return rows.length
}
