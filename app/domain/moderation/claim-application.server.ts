import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { CLAIM_MINUTES } from './application.ts'
import { canDecideApplication } from './policy.ts'
import type { ApplicationState } from './application.ts'

/** Opening an application claims it for a quarter of an hour, unless another reviewer has it; two may view it, one decides. */
export async function claimApplication(
  actor: Actor,
  application: { id: string; profileId: string; state: ApplicationState },
): Promise<void> {
  if (!canDecideApplication(actor, application).allowed) return
  const until = addMinutes(now(), CLAIM_MINUTES)
  await db
    .insertInto('application_claims')
    .values({ application_id: application.id, reviewer_id: actor!.id, claimed_until: until })
    .onConflict((conflict) =>
      conflict
        .column('application_id')
        .doUpdateSet({ reviewer_id: actor!.id, claimed_until: until })
        .where((where) =>
          where.or([
            where('application_claims.claimed_until', '<', sql<Date>`app_now()`),
            where('application_claims.reviewer_id', '=', actor!.id),
          ]),
        ),
    )
    .execute()
}
