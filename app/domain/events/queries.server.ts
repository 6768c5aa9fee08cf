import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

export type ActivityLine = {
  id: string
  at: Date
  event: string
  objectId: string
  /** The person's name; null for scheduled tasks and the gateway. */
  by: string | null
  detail: Record<string, string | number | boolean | null>
}

/** The activity records about objects of these kinds, newest first. */
export async function listActivityOf(objectKinds: readonly string[], max: number): Promise<ActivityLine[]> {
  const { rows } = await sql<ActivityLine>`
    select a.id, a.at, a.event, a.object_id as "objectId", coalesce(p.display_name, p.email) as by, a.detail
    from activity a left join profiles p on p.id = a.actor_id
    where a.object_kind = any (${[...objectKinds]}::text[])
    order by a.at desc, a.id desc limit ${max}`.execute(db)
  return rows
}
