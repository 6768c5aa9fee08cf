import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { db } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

/** Records that a creator has seen or skipped the tour. Safe to run twice. */
export async function finishTour(actor: Actor): Promise<Result<null, { kind: 'no_user_logged_in' }>> {
  if (!actor) return refuse({ kind: 'no_user_logged_in' })
  await db
    .updateTable('creator_applications')
    .set({ toured_at: sql<Date>`app_now()` })
    .where('profile_id', '=', actor.id)
    .where('submitted_at', 'is not', null)
    .where('toured_at', 'is', null)
    .execute()
  return ok(null)
}
