import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

/** A fan bought a post of a creator. The fan is not named; it is not mailed, because there may be many in a day. */
export const postUnlocked = defineEvent({
  object: null,
  notice: {
    payload: z.object({ creator: recipient, price: z.string() }),
    to: ({ creator }) => [creator],
    preference: 'payment',
    subject: 'News about your earnings',
    heading: 'A fan unlocked your post',
    inApp: ({ price }) => `${price}, before our fee`,
    link: { label: null, to: () => ({ kind: 'earnings' }) },
  },
})
