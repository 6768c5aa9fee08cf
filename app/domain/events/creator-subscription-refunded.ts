import { z } from 'zod'
import { aboutId, defineEvent, recipient } from './event.ts'

/** A creator is hidden: the rest of a fan's thirty days was refunded to the wallet. */
export const creatorSubscriptionRefunded = defineEvent({
  object: 'creator_subscription',
  notice: {
    payload: z.object({ fan: recipient, aboutId, creatorName: z.string(), amount: z.string() }),
    to: ({ fan }) => [fan],
    preference: 'payment',
    subject: 'Your wallet',
    heading: 'Money is back in your wallet',
    inApp: ({ creatorName, amount }) => `${amount} for the remaining days of ${creatorName}`,
    mail: ({ creatorName, amount }) => [
      `The page of ${creatorName} is closed for now, so your access to it has ended. We put ${amount} for the remaining days in your wallet.`,
    ],
    link: { label: 'See your wallet', to: () => ({ kind: 'wallet' }) },
    after: 'The posts you bought stay yours. If the page opens again, we charge nothing automatically.',
  },
})
