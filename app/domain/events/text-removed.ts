import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

export const textRemoved = defineEvent({
  object: 'text',
  notice: {
    payload: z.object({ person: recipient, what: z.enum(['comment', 'message']), message: z.string() }),
    to: ({ person }) => [person],
    preference: 'rules',
    subject: 'A message from our team',
    heading: ({ what }) => `A ${what} of yours was removed`,
    inApp: ({ message }) => message,
    mail: ({ what, message }) => [
      `Our team removed a ${what} of yours, because it breaks the rules.`,
      `The reviewer wrote: ${message}`,
    ],
    link: { label: 'Read the rules', to: () => ({ kind: 'acceptable_use' }) },
  },
})
