import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

export const personWarned = defineEvent({
  object: 'profile',
  notice: {
    payload: z.object({ person: recipient, message: z.string() }),
    to: ({ person }) => [person],
    preference: 'rules',
    subject: 'A message from our team',
    heading: 'A warning from our team',
    inApp: ({ message }) => message,
    mail: ({ message }) => ['Our team looked at something of yours and warns you.', `The reviewer wrote: ${message}`],
    link: { label: 'Read the rules', to: () => ({ kind: 'acceptable_use' }) },
  },
})
