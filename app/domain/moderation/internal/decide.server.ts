import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { markDecided } from '#app/domain/applications/move-application.server.ts'
import { decideVerification } from '#app/domain/creators/verification.server.ts'
import { limitRetention } from '#app/domain/documents/limit-retention.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { refreshListed } from '#app/domain/creators/refresh-listed.server.ts'
import { lockCreatorOnTheWay } from '#app/domain/creators/lock-creator.server.ts'
import { asRole, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { DecisionKind, ReviewedStep } from '../application.ts'
import type { Decided, DecisionRefusal } from '../decision.ts'
import { canDecideApplication } from '../policy.ts'
import { unopenedOfApplication } from './unopened.server.ts'

export type Decision = {
  applicationId: string
  submittedAt: Date
  decision: DecisionKind
  failedSteps: readonly ReviewedStep[]
  message: string
}

/**
 * Decides one submission of an application once, with all its consequences in the same transaction: `follow` carries them out, and returns
 * what the creator is told. Two
 * reviewers at the same moment: the second one gets `already_decided`.
 */
export async function decide(
  actor: Actor,
  input: Decision,
  follow: (tx: Tx, decided: Decided) => Promise<{ message: string; next: string }>,
): Promise<Result<Decided, DecisionRefusal>> {
  if (!isId(input.applicationId)) return refuse({ kind: 'not_there' })
  return inTransaction(async (tx) => {
    const row = await tx
      .selectFrom('creator_applications as a')
      .innerJoin('profiles as p', 'p.id', 'a.profile_id')
      .select(['a.id', 'a.profile_id', 'a.state', 'p.email', 'p.display_name'])
      .where('a.id', '=', input.applicationId)
      .forUpdate('a')
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
    if (input.decision === 'approved') {
      await lockCreatorOnTheWay(tx, row.profile_id)
      // What is approved is what was opened: nobody changes it in between.
      await sql`select from posts where creator_id = ${row.profile_id} and state = 'in_review' order by id for update`.execute(
        tx,
      )
      const items = await unopenedOfApplication(actor!.id, { applicationId: row.id, creatorId: row.profile_id }, tx)
      if (items.length > 0 && (await isCurrent(tx, input))) return refuse({ kind: 'not_opened', items } as const)
    }
    if (!(await recordDecision(tx, input, actor!.id))) return refuse({ kind: 'changed_meanwhile' } as const)
    await markDecided(tx, row.id, input.decision)
    if (input.decision !== 'changes_requested') await decideVerification(tx, row.profile_id, input.decision)
    await lockCreatorOnTheWay(tx, row.profile_id)
    const decided: Decided = {
      applicationId: row.id,
      profileId: row.profile_id,
      email: row.email,
      displayName: row.display_name ?? row.email,
    }
    const news = await follow(tx, decided)
    if (input.decision !== 'changes_requested') await limitRetention(tx, row.id)
    await refreshListed(tx, row.profile_id)
    await publish(tx, {
      actorId: actor!.id,
      event: `application_${input.decision}`,
      objectId: row.id,
      detail: { creator: row.profile_id, failed_steps: input.failedSteps.join(' ') },
      payload: { creator: { id: row.profile_id }, ...news },
    })
    return ok(decided)
  })
}

/** Whether this very submission is the current one: of an older one it is not said what was not opened. */
async function isCurrent(tx: Tx, { applicationId, submittedAt }: Decision): Promise<boolean> {
  const { rows } = await sql`select from creator_applications a where a.id = ${applicationId}
    and date_trunc('milliseconds', a.submitted_at) = date_trunc('milliseconds', ${submittedAt}::timestamptz)`.execute(
    tx,
  )
  return rows.length > 0
}

/** Records what a person decided about this very submission. False where another one was submitted since. */
function recordDecision(tx: Tx, input: Decision, decidedBy: string): Promise<boolean> {
  return asRole(tx, 'peach_decisions', async () => {
    // The page knows the moment of the submission to the millisecond.
    const recorded = await tx
      .insertInto('application_decisions')
      .columns(['id', 'application_id', 'submitted_at', 'decision', 'failed_steps', 'message', 'decided_by'])
      .expression(
        sql`select ${newId()}::uuid, a.id, a.submitted_at, ${input.decision}, ${[...input.failedSteps]}::text[], ${input.message}, ${decidedBy}::uuid
          from creator_applications a where a.id = ${input.applicationId}
            and date_trunc('milliseconds', a.submitted_at) = date_trunc('milliseconds', ${input.submittedAt}::timestamptz)`,
      )
      .executeTakeFirst()
    return recorded.numInsertedOrUpdatedRows === 1n
  })
}
