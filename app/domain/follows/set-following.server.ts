import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

export type FollowRefusal = { kind: 'not_there' } | { kind: 'oneself' }

/**
 * Follows a creator, or stops, which also ends what the fan asked to be notified of. A repeated call changes nothing more; the database counts followers (a trigger of `follows`). A hidden creator can be
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
    const follow = { fan_id: actor.id, creator_id: creatorId }
    if (following)
      await tx
        .insertInto('follows')
        .values(follow)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else {
      await tx
        .deleteFrom('follows')
        .where((row) => row.and(follow))
        .execute()
      await tx
        .deleteFrom('creator_alerts')
        .where((row) => row.and(follow))
        .execute()
    }
    return ok({ following })
  })
}
