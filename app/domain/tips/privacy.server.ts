import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { type PersonalTables, type Subject, byId } from '#app/platform/personal-data.ts'
import { exportTables } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  tips: { whose: byId('fan_id'), exportedAs: 'tips you gave', erased: 'blanked' },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export async function erase(tx: Tx, { id }: Subject): Promise<void> {
  await sql`update tips set message = '', named = false where fan_id = ${id}`.execute(tx)
}
