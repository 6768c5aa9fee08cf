import { z } from 'zod'
import { defineEvent, facts, recipient } from './event.ts'
import { target } from './target.ts'

/** One or several urgent matters of one kind, as staff are told of them (notify-staff.server.ts). */
export const staffAlerted = defineEvent({
  object: null,
  notice: {
    payload: z.object({
      staff: z.array(recipient),
      kind: z.string(),
      /** How many are told together. */
      count: z.number(),
      /** Which one it is; empty where several are told together. */
      about: z.string(),
      heading: z.string(),
      description: z.string(),
      todo: z.string(),
      /** When the first of them is due, formatted; null where they have no time of their own. */
      due: z.string().nullable(),
      by: z.string(),
      opens: target,
    }),
    to: ({ staff }) => staff,
    preference: 'work',
    subject: 'Something at work needs you',
    heading: ({ heading }) => heading,
    inApp: ({ count, about, due, by }) =>
      [count > 1 ? `${count} of them` : about, due ?? by].filter(Boolean).join(' · '),
    mail: ({ description, count, about, todo, due, by }) => [
      description,
      facts({
        'How many': count > 1 ? String(count) : null,
        About: about === '' ? null : about,
        'To do': todo,
        Until: due ?? by,
      }),
    ],
    link: { label: 'Open the page', to: ({ opens }) => opens },
    after:
      'You get this because your role can act on it. We send further alerts of this kind in one mail after a quarter of an hour.',
  },
})
