import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

/** Earnings that could be paid wait, because there is no account to send them to. */
export const payoutAccountMissing = defineEvent({
  object: 'creator',
  notice: {
    payload: z.object({ creator: recipient, available: z.string() }),
    to: ({ creator }) => [creator],
    preference: 'payout',
    subject: 'Your earnings wait',
    heading: ({ available }) => `${available} waits for you`,
    inApp: () => 'Add a payout account',
    mail: ({ available }) => [
      `${available} is available. We pay every Friday at 09:00 EAT, and need your mobile money or bank account to send it to.`,
    ],
    link: { label: 'Add a payout account', to: () => ({ kind: 'payout_account' }) },
  },
})
