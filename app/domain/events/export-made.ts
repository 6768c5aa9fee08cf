import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

export const exportMade = defineEvent({
  object: 'data_export',
  notice: {
    payload: z.object({ person: recipient, until: z.string() }),
    to: ({ person }) => [person],
    preference: 'account',
    subject: 'Your copy is ready',
    heading: 'Your copy is ready',
    inApp: ({ until }) => `You can download it until ${until}.`,
    mail: ({ until }) => [`The copy of your data that you asked for can be downloaded until ${until}.`],
    link: { label: 'Sign in and download it', to: () => ({ kind: 'export' }) },
    after: "If you didn't ask for it, sign out your other devices on that page and contact us.",
  },
})
