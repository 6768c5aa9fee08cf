import { defineEvent } from './event.ts'
import { verification } from './verification-due.ts'

export const verificationExpired = defineEvent({
  object: 'creator',
  notice: {
    payload: verification,
    to: ({ creator }) => [creator],
    preference: 'review_result',
    subject: 'Your yearly verification',
    heading: 'Your yearly verification has ended',
    inApp: () => 'Your page is hidden until we have checked your new documents.',
    mail: ({ on }) => [
      `It ended on ${on}. Your page is visible again as soon as we have checked your new selfie and documents.`,
    ],
    link: { label: 'Verify again', to: () => ({ kind: 'application' }) },
  },
})
