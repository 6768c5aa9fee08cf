import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

/** A fan tipped a creator. The fan and the message stay on the page of the earnings; it is not mailed, because there may be many in a day. */
export const tipReceived = defineEvent({
  object: null,
  notice: {
    payload: z.object({ creator: recipient, price: z.string() }),
    to: ({ creator }) => [creator],
    preference: 'payment',
    subject: 'News about your earnings',
    heading: 'A fan tipped you',
    inApp: ({ price }) => `${price}, before our fee`,
    link: { label: null, to: () => ({ kind: 'earnings' }) },
  },
})
