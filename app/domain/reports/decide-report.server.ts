import { removeReportedMessage } from '#app/domain/chat/remove-reported-message.server.ts'
import { removeReportedComment } from '#app/domain/comments/remove-comment.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { changeCreatorStatusIn } from '#app/domain/moderation/change-creator-status.server.ts'
import { flagCreatorIn } from '#app/domain/moderation/flag-creator.server.ts'
import { fingerprintForBlocking, takeDownPostIn } from '#app/domain/moderation/review-content.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canDecideReport, type DecidedFacts, type ReviewDenial } from './policy.ts'
import { REPORT, type ReportDecision } from './report.ts'

/** `not_possible`: the action was refused where it belongs, such as for a post that is gone already. */
export type DecideRefusal =
  | { kind: 'not_there' }
  | { kind: 'not_permitted'; reason: ReviewDenial }
  | { kind: 'not_possible' }

type Report = DecidedFacts & { subjectId: string }

/**
 * Decides about a report, and with it about all open reports of the same thing: dismissed, or with an action of staff, in one transaction.
 * Those who reported it with an account are told that a person looked at it, and not what was done to whom.
 */
export async function decideReport(
  actor: Actor,
  reportId: string,
  { decision, note }: { decision: ReportDecision; note: string },
): Promise<Result<{ closed: number }, DecideRefusal>> {
  const subject = decision === 'removal' ? await findPostId(reportId) : null
  if (subject) await fingerprintForBlocking(actor, subject)
  return inTransaction<Result<{ closed: number }, DecideRefusal>>(async (tx) => {
    const report = await lockReport(tx, reportId)
    const verdict = canDecideReport(actor, report ?? NONE, decision)
    if (!report) return refuse(verdict.allowed || verdict.reason !== 'not_yours' ? { kind: 'not_there' } : denied())
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    if (decision !== 'dismissal' && !(await act(tx, actor, report, { decision, note })))
      return refuse({ kind: 'not_possible' })
    return ok({ closed: await closeReports(tx, actor!.id, report, { decision, note }) })
  })
}

const NONE: DecidedFacts = { kind: 'post', reportedId: '', reporterId: null, open: true, isCreator: true }
const denied = () => ({ kind: 'not_permitted', reason: 'not_yours' }) as const

async function findPostId(reportId: string): Promise<string | null> {
  if (!isId(reportId)) return null
  const row = await db
    .selectFrom('reports')
    .select('subject_id')
    .where('id', '=', reportId)
    .where('kind', '=', 'post')
    .executeTakeFirst()
  return row?.subject_id ?? null
}

/** Locks the open reports of the same thing, in the order of their ids, and returns this one. */
async function lockReport(tx: Tx, reportId: string): Promise<Report | null> {
  if (!isId(reportId)) return null
  const asked = await tx
    .selectFrom('reports')
    .select(['kind', 'subject_id'])
    .where('id', '=', reportId)
    .executeTakeFirst()
  if (!asked) return null
  const rows = await tx
    .selectFrom('reports as r')
    .select(['r.id', 'r.state', 'r.reported_id', 'r.reporter_id'])
    .where('r.kind', '=', asked.kind)
    .where('r.subject_id', '=', asked.subject_id)
    .where((eb) => eb.or([eb('r.state', '=', 'open'), eb('r.id', '=', reportId)]))
    .orderBy('r.id')
    .forUpdate()
    .execute()
  const row = rows.find(({ id }) => id === reportId)!
  const creator = await tx
    .selectFrom('creators')
    .select('profile_id')
    .where('profile_id', '=', row.reported_id)
    .executeTakeFirst()
  return {
    kind: asked.kind,
    subjectId: asked.subject_id,
    reportedId: row.reported_id,
    reporterId: row.reporter_id,
    open: row.state === 'open',
    isCreator: creator !== undefined,
  }
}

type Action = { decision: Exclude<ReportDecision, 'dismissal'>; note: string }

/** Does it by the command that does it elsewhere; false where that refused. */
async function act(tx: Tx, actor: Actor, report: Report, { decision, note }: Action): Promise<boolean> {
  const { reportedId } = report
  switch (decision) {
    case 'removal':
      return remove(tx, actor, report, note)
    case 'flag':
      return (await flagCreatorIn(tx, actor, reportedId, note)).ok
    case 'suspension':
      return (await changeCreatorStatusIn(tx, actor, { creatorId: reportedId, change: 'suspend', reason: note })).ok
    case 'warning':
      await publish(tx, {
        event: 'person_warned',
        actorId: actor!.id,
        objectId: reportedId,
        payload: { person: { id: reportedId }, message: note },
      })
      return true
    default:
      return decision satisfies never
  }
}

/** Its author is told with the reason; a removed post tells its creator itself. */
async function remove(
  tx: Tx,
  actor: Actor,
  { kind, subjectId, reportedId }: Report,
  message: string,
): Promise<boolean> {
  if (kind === 'post') return (await takeDownPostIn(tx, actor, subjectId, message)).ok
  if (kind === 'comment') await removeReportedComment(tx, subjectId)
  else if (kind !== 'message' || !(await removeReportedMessage(tx, subjectId))) return false
  await publish(tx, {
    event: 'text_removed',
    actorId: actor!.id,
    objectId: subjectId,
    payload: { person: { id: reportedId }, what: kind, message },
  })
  return true
}

async function closeReports(
  tx: Tx,
  staffId: string,
  { kind, subjectId }: Report,
  { decision, note }: { decision: ReportDecision; note: string },
): Promise<number> {
  const at = now()
  const keepUntil = addDays(at, REPORT.keepDays)
  const closed = await tx
    .updateTable('reports')
    .set({
      state: decision === 'dismissal' ? 'dismissed' : 'acted',
      action: decision === 'dismissal' ? null : decision,
      note,
      decided_at: at,
      decided_by: staffId,
      keep_until: keepUntil,
    })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'open')
    .returning(['id', 'reporter_id'])
    .execute()
  for (const { id, reporter_id: reporterId } of closed)
    await publish(tx, {
      event: 'report_decided',
      actorId: staffId,
      objectId: id,
      detail: { decision },
      payload: reporterId === null ? null : { person: { id: reporterId }, acted: decision !== 'dismissal' },
    })
  return closed.length
}
