import type { ReportAction, ReportFilter, ReportKind } from '#app/domain/reports/report.ts'
import { toAdmin } from '#app/admin-links.ts'
import type { Status } from '#app/ui/chip.tsx'
import type { Queue } from '#app/web/admin/review-queue/queue.ts'

/** Each decision has its own address below the report. `view` opens what was reported for two minutes. */
export const REPORT_DECISIONS = ['view', 'dismissal', 'removal', 'flag', 'suspension', 'warning'] as const
export type ReportPageDecision = (typeof REPORT_DECISIONS)[number]

export const REPORTS: Queue<ReportFilter, ReportPageDecision> = {
  path: toAdmin.reports,
  item: { page: toAdmin.report, decision: toAdmin.reportDecision },
  decisions: REPORT_DECISIONS,
  filters: { open: 'Open', urgent: 'Urgent', acted: 'Action taken', dismissed: 'Dismissed', all: 'All' },
  standard: 'open',
  oldestFirst: ['open', 'urgent'],
  title: 'Reports',
  one: 'report',
  many: 'reports',
  empty: { icon: 'flag', at: { open: 'No report waits for a decision.', urgent: 'No urgent report waits.' } },
  searchTip: 'Try a part of the reported person\u2019s name.',
}

export const KIND_TEXTS: Record<ReportKind, string> = {
  post: 'Post',
  creator: 'Profile',
  comment: 'Comment',
  message: 'Message',
  conversation: 'Conversation',
}

export const ACTION_TEXTS: Record<ReportAction, string> = {
  removal: 'Removed',
  flag: 'Creator flagged',
  suspension: 'Creator suspended',
  warning: 'Warned',
}

export function reportStatus(report: { state: 'open' | 'acted' | 'dismissed'; urgent: boolean }): Status {
  if (report.state === 'acted') return { tone: 'success', icon: 'circle-check', text: 'Action taken' }
  if (report.state === 'dismissed') return { tone: 'neutral', icon: 'circle-x', text: 'Dismissed' }
  return report.urgent
    ? { tone: 'danger', icon: 'circle-exclamation-point', text: 'Urgent' }
    : { tone: 'warning', icon: 'hourglass', text: 'Pending' }
}

/** Why a decision about a report can't be made. */
export const REPORT_REFUSALS = {
  not_yours: 'Your role does not include this.',
  own_report: 'You can\u2019t decide about what you reported, or about yourself.',
  own_post: 'You can\u2019t decide about your own posts.',
  not_open: 'Status has changed: somebody has already decided about this report.',
  no_such_action: 'This can\u2019t be done about what was reported.',
  not_possible: 'Status has changed: this is done already, or what was reported is gone. Choose another decision.',
} as const

const READ = { hint: 'The person sees this exactly as written. Never say who reported it.' }
const KEPT = { hint: 'Saved with the report. Only staff read it.' }

/** The dialogs of the decisions. All but the dismissal are what "Take Action" offers. */
export const REPORT_DIALOGS = {
  dismissal: {
    open: 'Dismiss\u2026',
    title: 'Dismiss the report',
    text: 'Nothing changes. Whoever reported it learns that a person looked at it.',
    ...KEPT,
    button: 'Dismiss',
    danger: false,
  },
  removal: {
    open: 'Remove it\u2026',
    title: 'Remove what was reported',
    text: 'Nobody sees it any more. Of a post, the buyers are refunded and its files can\u2019t be posted again.',
    ...READ,
    button: 'Remove',
    danger: true,
  },
  warning: {
    open: 'Warn\u2026',
    title: 'Warn the person',
    text: 'They get a message from the team.',
    ...READ,
    button: 'Send warning',
    danger: true,
  },
  flag: {
    open: 'Flag creator\u2026',
    title: 'Flag the creator',
    text: 'All their new posts wait for a person. What is published stays.',
    ...KEPT,
    button: 'Flag creator',
    danger: true,
  },
  suspension: {
    open: 'Suspend creator\u2026',
    title: 'Suspend the creator',
    text: 'The creator can\u2019t use Peach, and fans don\u2019t see the page.',
    ...READ,
    button: 'Suspend',
    danger: true,
  },
} as const
export type ReportDialogDecision = keyof typeof REPORT_DIALOGS
