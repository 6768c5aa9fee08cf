import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canReviewReport } from './policy.ts'
import { REPORT } from './report.ts'

export type OpenRefusal = { kind: 'not_there' } | { kind: 'not_permitted'; reason: 'not_yours' | 'own_report' }

/** Opens the evidence of a report to one member of staff for two minutes. Who and when is recorded before any text is shown. */
export function openReport(actor: Actor, reportId: string): Promise<Result<{ endsAt: Date }, OpenRefusal>> {
  return inTransaction<Result<{ endsAt: Date }, OpenRefusal>>(async (tx) => {
    const report = isId(reportId)
      ? await tx
          .selectFrom('reports')
          .select(['reported_id', 'reporter_id'])
          .where('id', '=', reportId)
          .executeTakeFirst()
      : undefined
    const verdict = canReviewReport(actor, {
      reportedId: report?.reported_id ?? '',
      reporterId: report?.reporter_id ?? null,
    })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    if (!report) return refuse({ kind: 'not_there' })
    const openedAt = now()
    const endsAt = addMinutes(openedAt, REPORT.viewMinutes)
    await tx
      .insertInto('report_views')
      .values({ id: newId(), report_id: reportId, staff_id: actor!.id, opened_at: openedAt, ends_at: endsAt })
      .execute()
    await publish(tx, { event: 'report_opened', actorId: actor!.id, objectId: reportId })
    return ok({ endsAt })
  })
}
