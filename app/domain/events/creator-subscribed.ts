import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

/** A fan bought thirty days of one creator. The fan is not named; it is not mailed, because there may be many in a day. */
export const creatorSubscribed = defineEvent({
  object: null,
  notice: {
    payload: z.object({ creator: recipient, price: z.string() }),
    to: ({ creator }) => [creator],
    preference: 'payment',
    subject: 'News about your earnings',
    heading: 'A fan subscribed to you',
    inApp: ({ price }) => `${price} for thirty days, earned day by day`,
    link: { label: null, to: () => ({ kind: 'earnings' }) },
  },
})
