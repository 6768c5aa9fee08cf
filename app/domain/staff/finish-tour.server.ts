import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

/** Records that a member of staff has seen or skipped the tour. A repeated call changes nothing. */
export async function finishTour(profileId: string): Promise<void> {
  await db
    .updateTable('staff_members')
    .set({ toured_at: sql<Date>`app_now()` })
    .where('profile_id', '=', profileId)
    .where('toured_at', 'is', null)
    .execute()
}
