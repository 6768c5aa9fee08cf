import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { type PersonalTables, type Subject, byId, child } from '#app/platform/personal-data.ts'
import { exportTables, runAll } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  posts: { whose: byId('creator_id'), exportedAs: 'your posts', erased: 'blanked' },
  post_media: {
    whose: child('media_id', 'media', 'owner_id'),
    exportedAs: 'which picture belongs to which post',
    erased: 'deleted',
  },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export async function erase(tx: Tx, { id }: Subject): Promise<void> {
  await runAll(
    tx,
    sql`update posts set caption = '', state = 'removed' where creator_id = ${id}`,
    sql`delete from post_media where media_id in (select m.id from media m where m.owner_id = ${id})`,
  )
}
