import { checkFields } from '#app/web/forms.server.ts'
import { redirect } from 'react-router'
import { z } from 'zod'
import { ReasonForm, RemovePostForm } from '#app/domain/moderation/content.ts'
import { openPostForReview } from '#app/domain/moderation/review-content.server.ts'
import { decideReport } from '#app/domain/reports/decide-report.server.ts'
import { openReport } from '#app/domain/reports/open-report.server.ts'
import { findReport, listReportedFiles, readEvidence } from '#app/domain/reports/queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import {
  AnyForm,
  answerDecision,
  answerOf,
  mistakesOf,
  refusedWith,
} from '#app/web/admin/review-queue/answer-decision.server.ts'
import { pageOf } from '#app/web/admin/review-queue/queue.ts'
import { personContext } from '#app/web/context.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { reportPage } from './report-page.ts'
import { REPORT_DECISIONS, REPORT_REFUSALS } from './report-texts.ts'
import { ReportView } from './report-view.tsx'
import type { Route } from './+types/report'

// A removal refunds the buyers.
export const handle = staffForm('Report', 'reports.review', { decisions: ['removal'] })

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const report = orNotFound(await findReport(actor, params.reportId))
  const [evidence, files] = await Promise.all([readEvidence(actor, report.id), listReportedFiles(actor, report.id)])
  return { page: reportPage(actor, report, { evidence, files }, { url, mediaLink: mediaLinksFor(actor) }) }
}

export async function action(args: Route.ActionArgs) {
  const actor = args.context.get(personContext)
  const { reportId } = args.params
  return answerDecision(args, REPORT_DECISIONS, AnyForm, async (decision, typed) => {
    if (decision === 'view') {
      const report = orNotFound(await findReport(actor, reportId))
      const opened = await openReport(actor, reportId)
      if (!opened.ok) return refusedWith(opened.refusal, REPORT_REFUSALS)
      if (report.kind !== 'post') return redirect(pageOf(args.url, REPORT_DECISIONS), 303)
      const post = await openPostForReview(actor, report.subjectId)
      return post.ok ? redirect(toAdmin.contentPost(report.subjectId), 303) : refusedWith(post.refusal, REPORT_REFUSALS)
    }
    // What the person reads is a sentence; what staff note for themselves may be shorter.
    const told = decision !== 'dismissal' && decision !== 'flag'
    const form = checkFields(told ? RemovePostForm : MessageForm, typed)
    if (!form.success) return mistakesOf(form.error, ['message'])
    const decided = await decideReport(actor, reportId, { decision, note: form.data.message })
    return answerOf(decided, DONE[decision], REPORT_REFUSALS)
  })
}

const MessageForm = z.object({ message: ReasonForm.shape.reason })

const DONE = {
  dismissal: { title: 'Dismissed', description: 'Whoever reported it learns that a person looked at it.' },
  removal: { title: 'Removed', description: 'Nobody sees it any more. Its author is told why.' },
  flag: { title: 'Flagged', description: 'All new posts of this creator wait for a person.' },
  suspension: { title: 'Suspended', description: 'Fans don\u2019t see this creator any more.' },
  warning: { title: 'Warned', description: 'The person gets your message.' },
} as const

export default function ReportItem({ loaderData: { page }, actionData }: Route.ComponentProps) {
  return <ReportView page={page} answer={actionData} />
}
