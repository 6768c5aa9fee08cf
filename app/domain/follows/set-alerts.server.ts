import { sql } from 'kysely'
import type { Person } from '#app/domain/identity/actor.ts'
import type { Result } from '#app/platform/result.ts'
import { endAlerts, follow, type FollowRefusal, withCreator } from './internal/with-creator.server.ts'

export type Alerts = { posts: boolean; live: boolean }

/**
 * Stores what a fan wants to be notified of by one creator. Whoever asks for something follows the creator too; switching everything off
 * does not end the follow. The same choice again changes nothing.
 */
export function setAlerts(actor: Person, creatorId: string, alerts: Alerts): Promise<Result<null, FollowRefusal>> {
  const anew = alerts.posts || alerts.live
  return withCreator(actor, creatorId, { anew }, async (tx, row) => {
    if (!anew) return endAlerts(tx, row)
    await follow(tx, row)
    return tx
      .insertInto('creator_alerts')
      .values({ ...row, ...alerts })
      .onConflict((conflict) =>
        conflict.columns(['creator_id', 'fan_id']).doUpdateSet({ ...alerts, changed_at: sql<Date>`app_now()` }),
      )
      .execute()
  })
}
