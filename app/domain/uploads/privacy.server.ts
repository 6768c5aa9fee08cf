import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { type PersonalTables, type Subject, byId } from '#app/platform/personal-data.ts'
import { exportTables, runAll } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  uploads: { whose: byId('owner_id'), exportedAs: 'files you sent', erased: 'swept' },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export async function erase(tx: Tx, { id }: Subject): Promise<void> {
  await runAll(
    tx,
    sql`update uploads set expires_at = app_now() where owner_id = ${id} and state in ('open', 'finished')`,
    sql`delete from uploads where owner_id = ${id} and state in ('accepted', 'gone')`,
  )
}
