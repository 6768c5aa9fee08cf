import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

/** Once, when a creator's earnings cover the weekly fee for the first time. */
export const feeFromEarningsOffered = defineEvent({
  object: 'creator',
  notice: {
    payload: z.object({ creator: recipient, price: z.string(), available: z.string() }),
    to: ({ creator }) => [creator],
    preference: 'fee_reminder',
    subject: 'Your weekly plan',
    heading: 'Your earnings can pay your weekly fee',
    inApp: ({ price }) => `${price} a week, only while your earnings cover it. Nothing to remember.`,
    mail: ({ price, available }) => [
      `${available} of your earnings is available. Turn this on, and one day before your week ends we take ${price} from it. Where there is not enough we take nothing and remind you.`,
      'You can turn it off at any time.',
    ],
    link: { label: 'Pay from my earnings', to: () => ({ kind: 'creator_fee' }) },
  },
})
