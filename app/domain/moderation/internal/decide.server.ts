import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { limitRetention } from '#app/domain/documents/limit-retention.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { refreshListed } from '#app/domain/creators/refresh-listed.server.ts'
import { lockCreatorOnTheWay } from '#app/domain/creators/lock-creator.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { DecisionKind, ReviewedStep } from '../application.ts'
import type { Decided, DecisionRefusal } from '../decision.ts'
import { canDecideApplication } from '../policy.ts'

export type Decision = {
  applicationId: string
  submittedAt: Date
  decision: DecisionKind
  failedSteps: readonly ReviewedStep[]
  message: string
}

/**
 * Decides one submission of an application once, with all its consequences in the same transaction: `follow` carries them out. Two
 * reviewers at the same moment: the second one gets `already_decided`.
 */
export async function decide(
  actor: Actor,
  input: Decision,
  follow: (tx: Tx, decided: Decided) => Promise<void>,
): Promise<Result<Decided, DecisionRefusal>> {
  if (!isId(input.applicationId)) return refuse({ kind: 'not_there' })
  return inTransaction(async (tx) => {
    const row = await tx
      .selectFrom('creator_applications as a')
      .innerJoin('profiles as p', 'p.id', 'a.profile_id')
      .select(['a.id', 'a.profile_id', 'a.state', 'p.email', 'p.display_name'])
      .where('a.id', '=', input.applicationId)
      .executeTakeFirst()
    if (!row) return refuse({ kind: 'not_there' } as const)
    const verdict = canDecideApplication(actor, { profileId: row.profile_id, state: row.state })
    if (!verdict.allowed) {
      return refuse(
        verdict.reason === 'not_in_review'
          ? ({ kind: 'changed_meanwhile' } as const)
          : ({ kind: 'not_permitted', reason: verdict.reason } as const),
      )
    }
    const { rows } = await sql<{
      decided: boolean
    }>`select decide_application(${newId()}, ${row.id}, ${input.submittedAt}, ${input.decision},
      ${[...input.failedSteps]}::text[], ${input.message}, ${actor!.id}) as decided`.execute(tx)
    if (!rows[0]!.decided) return refuse({ kind: 'changed_meanwhile' } as const)

    await lockCreatorOnTheWay(tx, row.profile_id)
    const decided: Decided = {
      applicationId: row.id,
      profileId: row.profile_id,
      email: row.email,
      displayName: row.display_name ?? row.email,
    }
    await follow(tx, decided)
    if (input.decision !== 'changes_requested') await limitRetention(tx, row.id)
    await refreshListed(tx, row.profile_id)
    await publish(tx, {
      actorId: actor!.id,
      event: `application_${input.decision}`,
      objectId: row.id,
      detail: { creator: row.profile_id, failed_steps: input.failedSteps.join(' ') },
    })
    return ok(decided)
  })
}
