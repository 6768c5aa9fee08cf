import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

const link = { label: 'See it', to: () => ({ kind: 'payout_account' }) as const }
const warning =
  "If that wasn't you, sign in, end the other sessions, enter your own account again and contact us at once."

/** The first account of a creator. */
export const payoutAccountSet = defineEvent({
  object: 'payout_account',
  notice: {
    payload: z.object({ creator: recipient, account: z.string() }),
    to: ({ creator }) => [creator],
    preference: 'security',
    subject: 'Your payout account',
    heading: 'Your payout account was set',
    inApp: ({ account }) => account,
    mail: ({ account }) => [`We pay your earnings to ${account} from now on.`],
    link,
    after: warning,
  },
})

/** Another account than before: nothing is sent there for a while, so that its creator can object. */
export const payoutAccountChanged = defineEvent({
  object: 'payout_account',
  notice: {
    payload: z.object({ creator: recipient, account: z.string(), from: z.string() }),
    to: ({ creator }) => [creator],
    preference: 'security',
    subject: 'Your payout account',
    heading: 'Your payout account was changed',
    inApp: ({ account, from }) => `${account}, from ${from}`,
    mail: ({ account, from }) => [
      `We pay your earnings to ${account} from now on.`,
      `We send nothing there before ${from}.`,
    ],
    link,
    after: warning,
  },
})
