import { sql } from 'kysely'
import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { FollowRefusal } from './set-following.server.ts'

export type Alerts = { posts: boolean; live: boolean }

/**
 * Stores what a fan wants to be notified of by one creator. Whoever asks for something follows the creator too; switching everything off
 * does not end the follow. The same choice again changes nothing.
 */
export function setAlerts(actor: Person, creatorId: string, alerts: Alerts): Promise<Result<Alerts, FollowRefusal>> {
  if (!isId(creatorId)) return Promise.resolve(refuse({ kind: 'not_there' }))
  if (actor.id === creatorId) return Promise.resolve(refuse({ kind: 'oneself' }))
  return inTransaction(async (tx) => {
    // The same lock as a follow: an unfollow at the same time ends the alerts, or these come after it.
    const creator = await tx
      .selectFrom('creators')
      .select('profile_id')
      .where('profile_id', '=', creatorId)
      .forUpdate()
      .executeTakeFirst()
    if (!creator) return refuse({ kind: 'not_there' })
    const row = { fan_id: actor.id, creator_id: creatorId }
    if (!alerts.posts && !alerts.live) {
      await tx
        .deleteFrom('creator_alerts')
        .where((eb) => eb.and(row))
        .execute()
      return ok(alerts)
    }
    const visible = await tx
      .selectFrom('visible_creators')
      .select('profile_id')
      .where('profile_id', '=', creatorId)
      .executeTakeFirst()
    if (!visible) return refuse({ kind: 'not_there' })
    await tx
      .insertInto('follows')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('creator_alerts')
      .values({ ...row, ...alerts })
      .onConflict((conflict) =>
        conflict.columns(['creator_id', 'fan_id']).doUpdateSet({ ...alerts, changed_at: sql<Date>`app_now()` }),
      )
      .execute()
    return ok(alerts)
  })
}
