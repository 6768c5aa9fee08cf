import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

const PICTURES_IN_HALF_AN_HOUR = 30

/** Whether this person may upload one more picture of themself now: each one costs disk space and a second of processor time. */
export async function mayAddPicture(ownerId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from media
    where owner_id = ${ownerId} and purpose = 'avatar' and created_at > app_now() - interval '30 minutes'
  `.execute(db)
  return rows[0]!.count < PICTURES_IN_HALF_AN_HOUR
}
