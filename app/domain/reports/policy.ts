import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import type { ReportDecision, ReportKind } from './report.ts'

export type ReportedFacts = {
  kind: ReportKind
  /** Whose it is. */
  reportedId: string
  /** Whether this viewer sees it: a post with its page, a conversation from one of its two sides. */
  seen: boolean
}

export type ReportDenial = 'not_there' | 'sign_in_required' | 'own'

/** Who may report something: whoever sees it, other than its author. Posts and profiles have public pages, so visitors may too. */
export function canReport(actor: Actor, subject: ReportedFacts): Verdict<ReportDenial> {
  if (!actor && subject.kind !== 'post' && subject.kind !== 'creator') return deny('sign_in_required')
  if (!subject.seen) return deny('not_there')
  return actor?.id === subject.reportedId ? deny('own') : allow
}

export type ReviewDenial = 'not_yours' | 'own_report' | 'not_open' | 'no_such_action'

export type DecidedFacts = {
  kind: ReportKind
  reportedId: string
  reporterId: string | null
  open: boolean
  /** The reported person has a creator's page. */
  isCreator: boolean
}

/** Who reads a report and its evidence: staff with the permission, never about themselves or what they reported themselves. */
export function canReviewReport(
  actor: Actor,
  report: Pick<DecidedFacts, 'reportedId' | 'reporterId'>,
): Verdict<'not_yours' | 'own_report'> {
  if (!hasPermission(actor, 'reports.review')) return deny('not_yours')
  return actor?.id === report.reportedId || actor?.id === report.reporterId ? deny('own_report') : allow
}

/** Who sees the files of a reported message; the others who review reports read its texts. */
export function canViewReportedFiles(
  actor: Actor,
  report: Pick<DecidedFacts, 'reportedId' | 'reporterId'>,
): Verdict<'not_yours' | 'own_report'> {
  return hasPermission(actor, 'reports.view_files') ? canReviewReport(actor, report) : deny('not_yours')
}

/** Who decides about a report, and how: each action needs the permission that it needs elsewhere. */
export function canDecideReport(actor: Actor, report: DecidedFacts, decision: ReportDecision): Verdict<ReviewDenial> {
  const review = canReviewReport(actor, report)
  if (!review.allowed) return review
  if (!report.open) return deny('not_open')
  if (!isPossible(report, decision)) return deny('no_such_action')
  const content = decision === 'removal' || decision === 'flag'
  if (content && !hasPermission(actor, 'content.review')) return deny('not_yours')
  if (decision === 'suspension' && !hasPermission(actor, 'creators.suspend')) return deny('not_yours')
  return allow
}

function isPossible({ kind, isCreator }: DecidedFacts, decision: ReportDecision): boolean {
  if (decision === 'removal') return kind === 'post' || kind === 'comment' || kind === 'message'
  return decision === 'flag' || decision === 'suspension' ? isCreator : true
}
