import { sql } from 'kysely'
import { findFeeStatus } from '#app/domain/creators/fee-status.server.ts'
import type { FeeStatus } from '#app/domain/creators/fee-week.ts'
import { db } from '#app/platform/db.server.ts'
import type { ApplicationState, DecisionKind, ReviewedStep } from './application.ts'

/** The facts that decide a creator's status between the application and a visible page. */
export type CreatorStatus = FeeStatus & {
  application: { id: string; state: ApplicationState; submittedAt: Date | null; openedAt: Date | null } | null
  /** The newest decision of a person. */
  decision: { kind: DecisionKind; failedSteps: ReviewedStep[]; message: string; decidedAt: Date } | null
  /** When the yearly verification ends. */
  reverifyBy: Date | null
  /** A post of theirs in review in which somebody who is named has not signed. */
  unsignedPostId: string | null
  /** What keeps the page hidden whatever is paid. */
  suspension: { kind: 'suspended' | 'blocked'; reason: string | null } | null
}

type Row = {
  account_status: string
  is_blocked: boolean
  reverify_by: Date | null
  application_id: string | null
  state: ApplicationState | null
  submitted_at: Date | null
  opened_at: Date | null
  decision: DecisionKind | null
  failed_steps: ReviewedStep[] | null
  message: string | null
  decided_at: Date | null
  suspended_for: string | null
  unsigned_post_id: string | null
}

/** A person's status as a creator; empty if they never began. */
export async function findCreatorStatus(profileId: string): Promise<CreatorStatus> {
  const [fee, { rows }] = await Promise.all([
    findFeeStatus(profileId),
    sql<Row>`
      select p.account_status, p.is_blocked, c.reverify_by, a.id as application_id, a.state, a.submitted_at,
        case when k.first_opened_at >= a.submitted_at then k.first_opened_at end as opened_at,
        d.decision, d.failed_steps, d.message, d.decided_at,
        (select s.reason from suspensions s where s.profile_id = p.id and s.lifted_at is null order by s.imposed_at desc limit 1) as suspended_for,
        (select r.post_id from releases r join posts w on w.id = r.post_id
          where r.creator_id = p.id and r.state = 'asked' and w.state in ('in_review', 'processing') order by r.id limit 1) as unsigned_post_id
      from profiles p
      left join creators c on c.profile_id = p.id
      left join creator_applications a on a.profile_id = p.id
      left join application_claims k on k.application_id = a.id
      left join lateral (select * from application_decisions d where d.application_id = a.id order by d.decided_at desc limit 1) d on true
      where p.id = ${profileId}`.execute(db),
  ])
  const row = rows[0]
  const hidden = row?.is_blocked ? 'blocked' : row?.account_status === 'suspended' ? 'suspended' : null
  return {
    ...fee,
    application:
      row?.application_id && row.state
        ? { id: row.application_id, state: row.state, submittedAt: row.submitted_at, openedAt: row.opened_at }
        : null,
    decision:
      row?.decision && row.decided_at
        ? {
            kind: row.decision,
            failedSteps: row.failed_steps ?? [],
            message: row.message ?? '',
            decidedAt: row.decided_at,
          }
        : null,
    reverifyBy: row?.reverify_by ?? null,
    unsignedPostId: row?.unsigned_post_id ?? null,
    suspension: hidden && { kind: hidden, reason: row?.suspended_for ?? null },
  }
}
