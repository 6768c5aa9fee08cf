import { z } from 'zod'
import { aboutId, defineEvent, recipient } from './event.ts'

/** One for all that waits unread. The words stay in the thread; the sender is named only in the list on Peach. */
export const messageReceived = defineEvent({
  object: null,
  notice: {
    payload: z.object({ reader: recipient, aboutId, senderName: z.string(), threadId: z.string() }),
    to: ({ reader }) => [reader],
    seenIn: ({ threadId }) => ({ kind: 'chat', id: threadId }),
    preference: 'message',
    subject: 'You have a new message',
    heading: 'New message',
    inApp: ({ senderName }) => `From ${senderName}`,
    mail: () => ['Somebody wrote to you on Peach. Open the conversation to read and answer.'],
    link: { label: 'Open the conversation', to: ({ threadId }) => ({ kind: 'chat', id: threadId }) },
  },
})
