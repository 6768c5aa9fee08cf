import { sql } from 'kysely'
import { inTransaction } from '#app/platform/db.server.ts'

/**
 * Scheduled task: deletes what reports hold about people thirty days after their decision, and the texts of erased accounts thirty days after
 * the erasure. That it was reported, and what was decided, stays.
 */
export function forgetReports(): Promise<number> {
  return inTransaction(async (tx) => {
    const { rows } = await sql`
      delete from report_evidence e using reports r
      where r.id = e.report_id and least(e.keep_until, r.keep_until) <= app_now() returning e.report_id`.execute(tx)
    await sql`
      update reports set details = '', contact_email = null
      where keep_until <= app_now() and (details <> '' or contact_email is not null)`.execute(tx)
    return rows.length
  })
}
