import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { refuse, ok, type Result } from '#app/platform/result.ts'
import type { Person } from './actor.ts'

/** Sets a stored picture as the person's avatar; only a picture that they uploaded for it. */
export async function setAvatar(
  actor: Pick<Person, 'id'> | null,
  mediaId: string,
): Promise<Result<null, { kind: 'no_user_logged_in' } | { kind: 'not_yours' }>> {
  if (!actor) return refuse({ kind: 'no_user_logged_in' })
  const changed = await db
    .updateTable('profiles')
    .set({ avatar_media_id: mediaId, updated_at: sql<Date>`app_now()` })
    .where('id', '=', actor.id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('media')
          .select('media.id')
          .where('media.id', '=', mediaId)
          .where('owner_id', '=', actor.id)
          .where('purpose', '=', 'avatar'),
      ),
    )
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n ? ok(null) : refuse({ kind: 'not_yours' })
}
