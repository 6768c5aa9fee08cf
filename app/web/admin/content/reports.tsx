import { useParams } from 'react-router'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { countReports, listReports, type ListedReport } from '#app/domain/reports/queries.server.ts'
import { dueAt, REPORT_REASONS } from '#app/domain/reports/report.ts'
import { toAdmin } from '#app/admin-links.ts'
import { now } from '#app/platform/clock.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import applicationsStylesUrl from '#app/web/admin/applications/applications.css?url'
import { durationText, hoursSince } from '#app/web/admin/duration.ts'
import { loadQueue } from '#app/web/admin/review-queue/queue.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { personContext } from '#app/web/context.server.ts'
import { staffPage } from '#app/web/admin/staff-handle.ts'
import contentStylesUrl from './content.css?url'
import { KIND_TEXTS, REPORTS, reportStatus } from './report-texts.ts'
import type { Route } from './+types/reports'

export const handle = staffPage('Reports', 'reports.review')

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: applicationsStylesUrl },
  { rel: 'stylesheet', href: contentStylesUrl },
]

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const at = now()
  const page = await loadQueue(REPORTS, url, params.reportId, {
    list: listReports,
    count: countReports,
    row: (report) => reportRow(report, at),
  })
  return { page, seesContent: hasPermission(context.get(personContext), 'content.review') }
}

function reportRow(report: ListedReport, at: Date) {
  const open = report.state === 'open'
  return {
    title: REPORT_REASONS[report.reason].label,
    about: `${KIND_TEXTS[report.kind]} of ${report.reportedName}`,
    status: reportStatus(report),
    waiting: open ? { text: durationText(hoursSince(report.reportedAt, at)), overdue: at >= dueAt(report) } : null,
  }
}

/** What people reported: the urgent ones first, then the oldest; the open one is beside the list. */
export default function Reports({ loaderData: { page, seesContent } }: Route.ComponentProps) {
  const { reportId } = useParams()
  return (
    <ReviewQueue
      queue={REPORTS}
      page={page}
      open={reportId !== undefined}
      note="Promised: within 24 hours, urgent ones within one hour"
      actions={seesContent && <LinkButton href={toAdmin.content}>Content</LinkButton>}
      head={
        <div className="work-row work-row-head report-row" aria-hidden="true">
          <span>Report</span>
          <span>Status</span>
          <span className="content-waiting">Waiting</span>
        </div>
      }
      renderRow={({ href, title, about, status, waiting }) => (
        <a className="work-row report-row" href={href}>
          <span className="stack work-row-names">
            <span className="text-h3 content-title">{title}</span>
            <span className="text-caption">{about}</span>
          </span>
          <span>
            <StatusChip status={status} small />
          </span>
          <span className={joinClasses('content-waiting money', waiting?.overdue && 'text-danger')}>
            {waiting?.text}
            {waiting?.overdue && <span className="visually-hidden"> overdue</span>}
          </span>
        </a>
      )}
    />
  )
}
