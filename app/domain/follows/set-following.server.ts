import { sql } from 'kysely'
import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

export type FollowRefusal = { kind: 'not_there' } | { kind: 'oneself' }

/**
 * Follows a creator, or stops. A repeated call changes nothing more; the count changes in the same transaction. A hidden creator can be
 * unfollowed but not newly followed.
 */
export function setFollowing(
  actor: Person,
  creatorId: string,
  following: boolean,
): Promise<Result<{ following: boolean }, FollowRefusal>> {
  if (!isId(creatorId)) return Promise.resolve(refuse({ kind: 'not_there' }))
  if (actor.id === creatorId) return Promise.resolve(refuse({ kind: 'oneself' }))
  return inTransaction(async (tx) => {
    const creator = await tx
      .selectFrom('creators')
      .select('profile_id')
      .where('profile_id', '=', creatorId)
      .forUpdate()
      .executeTakeFirst()
    if (!creator) return refuse({ kind: 'not_there' })
    if (following) {
      const visible = await tx
        .selectFrom('visible_creators')
        .select('profile_id')
        .where('profile_id', '=', creatorId)
        .executeTakeFirst()
      if (!visible) return refuse({ kind: 'not_there' })
    }
    const change = following
      ? await tx
          .insertInto('follows')
          .values({ fan_id: actor.id, creator_id: creatorId })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : await tx
          .deleteFrom('follows')
          .where('fan_id', '=', actor.id)
          .where('creator_id', '=', creatorId)
          .executeTakeFirst()
    const changed = 'numDeletedRows' in change ? change.numDeletedRows : change.numInsertedOrUpdatedRows
    if (changed === 1n) {
      const step = following ? 1 : -1
      await tx
        .updateTable('creators')
        .set({ follower_count: sql`follower_count + ${step}` })
        .where('profile_id', '=', creatorId)
        .execute()
    }
    return ok({ following })
  })
}
