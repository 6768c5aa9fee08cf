import type { Person } from '#app/domain/identity/actor.ts'
import type { Result } from '#app/platform/result.ts'
import { endAlerts, follow, type FollowRefusal, withCreator } from './internal/with-creator.server.ts'

export type { FollowRefusal }

/**
 * Follows a creator, or stops, which also ends what the fan asked to be notified of. A repeated call changes nothing more. A hidden creator
 * can be unfollowed but not newly followed.
 */
export function setFollowing(
  actor: Person,
  creatorId: string,
  following: boolean,
): Promise<Result<null, FollowRefusal>> {
  return withCreator(actor, creatorId, { anew: following }, async (tx, row) => {
    if (following) return follow(tx, row)
    await tx
      .deleteFrom('follows')
      .where((eb) => eb.and(row))
      .execute()
    return endAlerts(tx, row)
  })
}
