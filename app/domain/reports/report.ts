import { exactText } from '#app/platform/exact-text.ts'
import { z } from 'zod'
import { addMinutes } from '#app/platform/clock.ts'
import { countGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'

export const REPORT_KINDS = ['post', 'creator', 'comment', 'message', 'conversation'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** What can be wrong, in the order of the form. The urgent ones come first in the list of staff, whenever they were reported. */
export const REPORT_REASONS = {
  minor: { label: 'Somebody is under 18', urgent: true },
  danger: { label: 'Somebody is in danger, or forced', urgent: true },
  no_consent: { label: 'Somebody is shown without their consent', urgent: true },
  illegal: { label: 'Illegal or violent content', urgent: false },
  stolen: { label: 'Stolen photos, videos or other work', urgent: false },
  pretends: { label: 'Pretends to be somebody else', urgent: false },
  scam: { label: 'Fraud, or payment outside of Peach', urgent: false },
  harassment: { label: 'Harassment, threats or hate', urgent: false },
  spam: { label: 'Unwanted advertising', urgent: false },
  other: { label: 'Something else', urgent: false },
} as const
export type ReportReason = keyof typeof REPORT_REASONS
export const REASON_NAMES = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]]

export const REPORT = {
  detailsLength: 1_000,
  /** Reports of one account, and of the visitors of one network, in an hour. */
  perHour: 10,
  perNetworkAndHour: 20,
  /** The messages before and after a reported one that staff read with it; of a conversation, its last ones. */
  messagesAround: 3,
  lastMessages: 10,
  /** What a report holds is deleted after its decision, or after its author was erased. */
  keepDays: 30,
  viewMinutes: 2,
} as const

/** The time within which a person looks at a report. */
export const PROMISED_MINUTES = { urgent: 60, normal: 24 * 60 } as const

export function dueAt(report: { urgent: boolean; reportedAt: Date }): Date {
  return addMinutes(report.reportedAt, report.urgent ? PROMISED_MINUTES.urgent : PROMISED_MINUTES.normal)
}

export type ReportProblem = 'no_reason' | 'no_details' | 'too_long' | 'no_email'

/** What was typed as it is stored, or what is wrong with it. "Something else" says what. */
export function readReport(typed: {
  reason: string
  details: string
  email: string
}): { ok: true; reason: ReportReason; details: string; email: string | null } | { ok: false; problem: ReportProblem } {
  const reason = REASON_NAMES.find((name) => name === typed.reason)
  if (!reason) return { ok: false, problem: 'no_reason' }
  const details = severalLines(typed.details)
  if (countGraphemes(details) > REPORT.detailsLength) return { ok: false, problem: 'too_long' }
  if (reason === 'other' && details === '') return { ok: false, problem: 'no_details' }
  const email = exactText(typed.email).toLowerCase()
  if (email !== '' && !z.email().max(254).safeParse(email).success) return { ok: false, problem: 'no_email' }
  return { ok: true, reason, details, email: email === '' ? null : email }
}

export const REPORT_FILTERS = ['open', 'urgent', 'acted', 'dismissed', 'all'] as const
export type ReportFilter = (typeof REPORT_FILTERS)[number]

/** What a decision of staff does about what was reported; `dismissal` does nothing. */
export const REPORT_ACTIONS = ['removal', 'flag', 'suspension', 'warning'] as const
export type ReportAction = (typeof REPORT_ACTIONS)[number]
export type ReportDecision = ReportAction | 'dismissal'
