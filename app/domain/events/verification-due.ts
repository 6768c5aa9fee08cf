import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

export const verification = z.object({ creator: recipient, on: z.string() })

export const verificationDue = defineEvent({
  object: null,
  notice: {
    payload: verification,
    to: ({ creator }) => [creator],
    preference: 'review_result',
    subject: 'Your yearly verification',
    heading: 'Your yearly verification is due',
    inApp: ({ on }) => `Before ${on}`,
    mail: ({ on }) => [
      `Creators confirm once a year who they are. Please send a new selfie and documents before ${on}; your page stays visible meanwhile.`,
    ],
    link: { label: 'Verify again', to: () => ({ kind: 'application' }) },
  },
})
