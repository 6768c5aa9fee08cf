import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { type PersonalTables, type Subject, byId } from '#app/platform/personal-data.ts'
import { exportTables } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  follows: { whose: byId('fan_id'), exportedAs: 'whom you follow', erased: 'deleted' },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export async function erase(tx: Tx, { id }: Subject): Promise<void> {
  await sql`delete from follows where fan_id = ${id} or creator_id = ${id}`.execute(tx)
}
