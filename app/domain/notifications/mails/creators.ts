import { z } from 'zod'
import { FeeReminder, feeReminderMail } from '../fee-reminder.ts'
import { layOutMail } from '../mail-layout.ts'
import { template } from '../mail-template.ts'

const APPLICATION_HEADINGS = {
  approved: 'You are approved',
  changes_requested: 'Something to fix',
  rejected: 'Not approved',
} as const
const ApplicationDecided = z.object({
  decision: z.enum(Object.keys(APPLICATION_HEADINGS) as (keyof typeof APPLICATION_HEADINGS)[]),
  /** The reviewer's own message; empty where there is none. */
  message: z.string(),
  /** What happens next, in a sentence. */
  next: z.string(),
  link: z.string(),
})
const VerificationDue = z.object({ on: z.string(), days: z.number(), link: z.string() })

/** Mails about a creator’s page. */
export const creatorMails = {
  application_decided: template(ApplicationDecided, ({ decision, message, next, link }, brandName) => ({
    subject: 'News about your application',
    code: null,
    link,
    ...layOutMail(
      APPLICATION_HEADINGS[decision],
      [
        ...(message === '' ? [] : [{ kind: 'message' as const, text: `The reviewer wrote: ${message}` }]),
        { kind: 'message', text: next },
        { kind: 'link', label: 'See your application', address: link },
      ],
      brandName,
    ),
  })),
  verification_due: template(VerificationDue, ({ on, days, link }, brandName) => ({
    subject: 'Your yearly verification',
    code: null,
    link,
    ...layOutMail(
      days > 0 ? 'Your yearly verification is due' : 'Your yearly verification has ended',
      [
        {
          kind: 'message',
          text:
            days > 0
              ? `Creators confirm once a year who they are. Please send a new selfie and documents before ${on}; your page stays visible meanwhile.`
              : `It ended on ${on}. Your page is visible again as soon as we have checked your new selfie and documents.`,
        },
        { kind: 'link', label: 'Verify again', address: link },
      ],
      brandName,
    ),
  })),
  fee_reminder: template(FeeReminder, (reminder, brandName) => {
    const { heading, blocks } = feeReminderMail(reminder)
    return { subject: 'Your weekly plan', code: null, link: reminder.link, ...layOutMail(heading, blocks, brandName) }
  }),
}
