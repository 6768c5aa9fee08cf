import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { type PersonalTables, type Subject, byId } from '#app/platform/personal-data.ts'
import { exportTables } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  activity: { whose: byId('actor_id'), exportedAs: 'what you did', erased: 'kept' },
  event_outbox: {
    whose: byId('about_id'),
    exportedAs: null,
    erased: 'deleted',
    why: 'what other people were told, such as the receipt of a fan; kept for 30 days',
  },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export async function erase(tx: Tx, { id }: Subject): Promise<void> {
  await sql`delete from event_outbox where about_id = ${id}`.execute(tx)
}
