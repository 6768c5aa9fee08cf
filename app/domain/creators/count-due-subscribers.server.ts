import { sql } from 'kysely'
import { inTransaction } from '#app/platform/db.server.ts'

const AT_ONCE = 100

/**
 * Scheduled task: counts the fans anew whose pass, access or subscription has begun or ended by time, which writes nothing at that moment. What
 * commands change is counted with it, by triggers. Returns how many fans it looked at.
 */
export async function countDueSubscribers(): Promise<number> {
  let looked = 0
  for (;;) {
    const count = await inTransaction(async (tx) => {
      const { rows } = await sql<{ count: number }>`select count_due_subscribers(${AT_ONCE}) as count`.execute(tx)
      return rows[0]!.count
    })
    looked += count
    if (count < AT_ONCE) return looked
  }
}
