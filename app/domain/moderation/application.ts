import { atLeast, atMost } from '#app/platform/graphemes.ts'
import { z } from 'zod'

/** What a reviewer may ask to have corrected, in the order of the wizard. */
export const REVIEWED_STEPS = [
  'profile',
  'first_post',
  'prices',
  'selfie',
  'identity_document',
  'proof_of_address',
] as const
export type ReviewedStep = (typeof REVIEWED_STEPS)[number]

/** The status of an application, as in its table. */
export type ApplicationState = 'draft' | 'in_review' | 'changes_requested' | 'approved' | 'rejected'
export type DecisionKind = 'approved' | 'changes_requested' | 'rejected'

export const STEP_NAMES: Readonly<Record<ReviewedStep, string>> = {
  profile: 'Profile',
  first_post: 'First post',
  prices: 'Prices',
  selfie: 'Verification selfie',
  identity_document: 'Identity document',
  proof_of_address: 'Proof of address',
}

export const REVIEW_HOURS = { usual: 1, max: 48 } as const
export const CLAIM_MINUTES = 15
export const POST_VIEW_MINUTES = 2
/** On which days before the yearly verification ends its creator is reminded, the earlier first. */
export const VERIFICATION_REMINDERS = [30, 7] as const
export const TEXT_LENGTH = { min: 10, max: 1000 } as const

const HOUR_MS = 3_600_000

/** How long an application has waited, compared with the promised 48 hours. */
export function waitingOf(submittedAt: Date, now: Date): { hours: number; overdue: boolean } {
  const hours = Math.max(0, Math.floor((now.getTime() - submittedAt.getTime()) / HOUR_MS))
  return { hours, overdue: hours >= REVIEW_HOURS.max }
}

/** "One thing to fix", "3 things to fix". */
export function thingsToFix(count: number): string {
  return count === 1 ? 'One thing to fix' : `${count} things to fix`
}

/** What a decision says to the creator. */
export const messageField = z
  .string()
  .trim()
  .refine(atLeast(TEXT_LENGTH.min), 'Write at least 10 characters: the creator reads them')
  .refine(atMost(TEXT_LENGTH.max), 'Write at most 1,000 characters')
  .regex(/^[^\p{Cc}]*(?:[\r\n\t][^\p{Cc}]*)*$/u, 'Use letters, digits and line breaks only')

/** What a reviewer has checked before approving, in the order of the page. */
export const CHECKS = {
  face: 'Face visible in selfie',
  paper: 'Paper with Peach written on it',
  lighting: 'Good lighting, no filters',
  age: '18 or older on the day',
  name: 'The ID shows the legal name',
  address: 'Proof of address in this name, under 3 months old',
  post: 'First post within the rules',
} as const
export type Check = keyof typeof CHECKS
export const CHECK_NAMES = Object.keys(CHECKS) as Check[]

/** A reviewer's input. `submitted` names the submission that was reviewed. */
const common = { submitted: z.iso.datetime('This page is out of date. Load it again and check the application.') }
export const ApproveForm = z.object({
  ...common,
  checks: z.array(z.string()).refine((ticked) => CHECK_NAMES.every((name) => ticked.includes(name)), {
    message: 'Tick every check before you approve',
  }),
})
export const RejectForm = z.object({ ...common, message: messageField })
export const StatusForm = z.object({ message: messageField })
export const ChangesForm = z.object({
  ...common,
  message: messageField,
  steps: z.array(z.enum(REVIEWED_STEPS)).min(1, 'Choose what has to be done again'),
})

/** The short name of an application for people: "PA-4471". It gives no access. */
export function applicationReference(applicationId: string): string {
  return `PA-${applicationId.slice(-4).toUpperCase()}`
}
