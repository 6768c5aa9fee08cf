import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

export const payoutAccountNameRefused = defineEvent({
  object: 'payout_account',
  notice: {
    payload: z.object({ creator: recipient, account: z.string() }),
    to: ({ creator }) => [creator],
    preference: 'payout',
    subject: 'Your payout account',
    heading: 'The name does not match',
    inApp: ({ account }) => `Please enter another account than ${account}.`,
    mail: ({ account }) => [
      `The name that you gave for ${account} is not the one on your documents. Please enter an account of your own; we keep your earnings for you until then.`,
    ],
    link: { label: 'Enter another account', to: () => ({ kind: 'payout_account' }) },
  },
})
