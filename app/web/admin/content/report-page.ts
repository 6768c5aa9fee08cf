import type { Person } from '#app/domain/identity/actor.ts'
import { canReviewContent } from '#app/domain/moderation/policy.ts'
import { canDecideReport, canReviewReport, canViewReportedFiles } from '#app/domain/reports/policy.ts'
import type { EvidenceText, ReportedFile, ReviewedReport } from '#app/domain/reports/queries.server.ts'
import { dueAt, REPORT_REASONS } from '#app/domain/reports/report.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { showClock, showDateTime } from '#app/platform/dates.ts'
import { itemPage } from '#app/web/admin/review-queue/queue.ts'
import type { MediaLink } from '#app/web/media-links.ts'
import { fileOf } from './file-of.ts'
import {
  ACTION_TEXTS,
  KIND_TEXTS,
  REPORT_DIALOGS,
  type ReportDialogDecision,
  REPORTS,
  reportStatus,
} from './report-texts.ts'

const DIALOG_NAMES = Object.keys(REPORT_DIALOGS) as ReportDialogDecision[]

/** One report as the page shows it to a member of staff. */
export function reportPage(
  actor: Person,
  report: ReviewedReport,
  { evidence, files }: { evidence: readonly EvidenceText[]; files: readonly ReportedFile[] },
  { url, mediaLink }: { url: URL; mediaLink: MediaLink },
) {
  const at = now()
  const { asked, ...addresses } = itemPage(REPORTS, url, report.id)
  const facts = { ...report, open: report.state === 'open' }
  const possible = DIALOG_NAMES.filter((name) => canDecideReport(actor, facts, name).allowed)
  const { viewEndsAt } = report
  return {
    ...addresses,
    title: REPORT_REASONS[report.reason].label,
    note: `${KIND_TEXTS[report.kind]} of ${report.reportedName}`,
    status: reportStatus(report),
    overdue: facts.open && at >= dueAt(report),
    reports: [
      {
        id: report.id,
        text: report.details || REPORT_REASONS[report.reason].label,
        from: fromText(report.by, report.reportedAt),
      },
      ...report.others.map(({ id, details, reason, by, at: when }) => ({
        id,
        text: details || REPORT_REASONS[reason].label,
        from: fromText(by, when),
      })),
    ],
    view: viewEndsAt && {
      until: showClock(viewEndsAt),
      secondsLeft: Math.max(0, Math.ceil((viewEndsAt.getTime() - at.getTime()) / 1_000)),
      watermark: `${actor.email} ${showDateTime(at)}`,
    },
    files: files.map((file, index) => fileOf(file, index, mediaLink)),
    hiddenFiles: canViewReportedFiles(actor, report).allowed ? 0 : report.files,
    evidence: evidence.map((text) => ({ ...text, at: showDateTime(text.at) })),
    mayView:
      canReviewReport(actor, report).allowed &&
      (report.kind === 'post' ? canReviewContent(actor, { creatorId: report.reportedId }).allowed : report.hasEvidence),
    profileHref: report.isCreator && report.reportedUsername ? to.creator(report.reportedUsername) : null,
    facts: factsOf(report),
    actions: possible.filter((name) => name !== 'dismissal'),
    mayDismiss: possible.includes('dismissal'),
    asked: DIALOG_NAMES.find((name) => name === asked && possible.includes(name)) ?? null,
  }
}
export type ReportPage = ReturnType<typeof reportPage>

function fromText(by: string | null, at: Date): string {
  return `from ${by ?? 'a visitor'}, ${showDateTime(at)}`
}

function factsOf(report: ReviewedReport): { label: string; value: string }[] {
  return [
    { label: 'Reported', value: showDateTime(report.reportedAt) },
    { label: 'Promised by', value: showDateTime(dueAt(report)) },
    ...(report.contactEmail ? [{ label: 'Answer to', value: report.contactEmail }] : []),
    { label: 'Earlier actions about this person', value: String(report.earlierActions) },
    ...(report.decidedAt
      ? [
          {
            label: report.action ? ACTION_TEXTS[report.action] : 'Dismissed',
            value: `${report.decidedBy}, ${showDateTime(report.decidedAt)}`,
          },
        ]
      : []),
    ...(report.note ? [{ label: 'Reason', value: report.note }] : []),
  ]
}
