import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { type PersonalTables, type Subject, byId } from '#app/platform/personal-data.ts'
import { exportTables } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  user_access: {
    whose: byId('user_id'),
    exportedAs: 'access that was granted to you',
    hide: ['granted_by'],
    erased: 'blanked',
  },
  unlocks: { whose: byId('user_id'), exportedAs: 'posts you bought', erased: 'kept' },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export async function erase(tx: Tx, { id }: Subject): Promise<void> {
  await sql`update user_access set revoked_at = coalesce(revoked_at, app_now()), reason = 'erased' where user_id = ${id}`.execute(
    tx,
  )
}
