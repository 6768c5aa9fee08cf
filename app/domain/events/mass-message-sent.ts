import { z } from 'zod'
import { aboutId, defineEvent } from './event.ts'

/** One event for all whom a message to many reached; who is told once within the hour was decided at delivery. It is not mailed. */
export const massMessageSent = defineEvent({
  object: null,
  notice: {
    payload: z.object({ creatorId: z.string(), aboutId, senderName: z.string(), massId: z.string() }),
    to: () => [],
    toAlerted: ({ creatorId, massId }) => ({ creatorId, kind: 'mass_message', massId }),
    preference: 'message',
    subject: 'You have a new message',
    heading: 'New message',
    inApp: ({ senderName }) => `From ${senderName}`,
    link: { label: null, to: ({ creatorId }) => ({ kind: 'chat', id: creatorId }) },
  },
})
