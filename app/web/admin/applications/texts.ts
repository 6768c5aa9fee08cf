import type { ApplicationFilter } from '#app/domain/moderation/queries.server.ts'
import type { DecisionKind } from '#app/domain/moderation/application.ts'
import type { StatusChange } from '#app/domain/moderation/policy.ts'
import { toAdmin } from '#app/admin-links.ts'
import type { Status } from '#app/ui/chip.tsx'
import type { Queue } from '#app/web/admin/review-queue/queue.ts'

/** Decisions about the application, then changes of the account's status. Each has its own address below the creator. */
export const APPLICATION_DECISIONS = [
  'approval',
  'changes',
  'rejection',
  'suspension',
  'reinstatement',
  'block',
  'block-removal',
] as const
export type ApplicationDecision = (typeof APPLICATION_DECISIONS)[number]

export const APPLICATIONS: Queue<ApplicationFilter, ApplicationDecision> = {
  path: toAdmin.applications,
  item: { page: toAdmin.application, decision: toAdmin.applicationDecision },
  decisions: APPLICATION_DECISIONS,
  filters: { all: 'All', active: 'Active', pending: 'Pending', suspended: 'Suspended' },
  standard: 'pending',
  oldestFirst: ['pending'],
  title: 'Peaches',
  one: 'creator',
  many: 'creators',
  empty: { icon: 'badge-check', title: 'No creators here', at: { pending: 'All applications are decided.' } },
  searchTip: 'Try a part of the name or username.',
}

/** Which change of the account's status a decision is. */
export const STATUS_CHANGE = {
  suspension: 'suspend',
  reinstatement: 'reinstate',
  block: 'block',
  'block-removal': 'unblock',
} as const satisfies Partial<Record<ApplicationDecision, StatusChange>>
export type StatusDecision = keyof typeof STATUS_CHANGE

export const HEADINGS: Readonly<Record<string, string>> = {
  pending: 'Pending applications',
  active: 'Active creators',
  suspended: 'Suspended creators',
}

/** A decision in the list of today's, and in the creator's own history. */
export const DECIDED: Record<DecisionKind, Status & { long: string }> = {
  approved: { tone: 'success', icon: 'circle-check', text: 'Approved', long: 'Approved' },
  changes_requested: { tone: 'warning', icon: 'refresh-cw', text: 'To fix', long: 'Changes requested' },
  rejected: { tone: 'danger', icon: 'circle-x', text: 'Rejected', long: 'Rejected' },
}

const REASON = { label: 'Reason', hint: 'The creator sees this. The page leaves the feeds immediately.' }
const RECORD = { label: 'Reason', hint: 'Saved in the activity record.' }

/** The dialogs of the decisions that need a text, and the links that open them. */
export const DIALOGS: Record<
  Exclude<ApplicationDecision, 'approval'>,
  { open: string; title: string; label: string; hint: string; button: string; danger?: boolean }
> = {
  changes: {
    open: 'Request changes…',
    title: 'Request changes',
    label: 'What must the creator change?',
    hint: 'The creator sees this exactly as written.',
    button: 'Request changes',
  },
  rejection: {
    open: 'Reject…',
    title: 'Reject the application',
    label: 'Reason',
    hint: 'The creator sees this exactly as written and can appeal.',
    button: 'Reject application',
    danger: true,
  },
  suspension: { open: 'Suspend…', title: 'Suspend the creator', ...REASON, button: 'Suspend creator', danger: true },
  reinstatement: { open: 'Reinstate…', title: 'Reinstate the creator', ...RECORD, button: 'Reinstate creator' },
  block: { open: 'Block…', title: 'Block the creator', ...REASON, button: 'Block creator', danger: true },
  'block-removal': { open: 'Unblock…', title: 'Unblock the creator', ...RECORD, button: 'Unblock creator' },
}

/** Why a reviewer can't decide, open what was submitted, or change the account. */
export const REFUSALS = {
  not_yours: 'Your role does not include this.',
  own_application: 'You can’t decide on your own application, or open what belongs to it.',
  not_in_review: 'Status has changed: this application is already decided.',
  changed_meanwhile:
    'Status has changed: somebody has decided this application, or the creator sent it again. Check it before you decide.',
  already_submitted: 'You can’t open your own documents here.',
  view_needed: 'You can’t open your own documents here.',
  own_account: 'This account can’t be changed here.',
  is_staff: 'This account can’t be changed here.',
  closed: 'This account can’t be changed here.',
  stands_so_already: 'Status has changed: somebody has already done this.',
} as const
