import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

const textOf = ({ acted }: { acted: boolean }) =>
  acted
    ? 'A person looked at what you reported and acted on it. Thank you.'
    : 'A person looked at what you reported and found no breach of the rules.'

/** Never what was reported or what was done to whom: the reader learns that it was looked at. */
export const reportDecided = defineEvent({
  object: 'report',
  notice: {
    payload: z.object({ person: recipient, acted: z.boolean() }),
    to: ({ person }) => [person],
    preference: 'report',
    subject: 'News about your report',
    heading: 'We looked at your report',
    inApp: textOf,
    mail: (news) => [textOf(news)],
    link: { label: 'The rules of Peach', to: () => ({ kind: 'acceptable_use' }) },
  },
})
