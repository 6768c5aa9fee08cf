import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

const TEXTS = {
  signed: 'has signed the release. The post goes on by itself as soon as everybody has signed.',
  declined: 'did not agree to be shown. Take the post back and change it.',
} as const

export const releaseAnswered = defineEvent({
  object: 'release',
  notice: {
    payload: z.object({
      creator: recipient,
      postId: z.string(),
      name: z.string(),
      answer: z.enum(['signed', 'declined']),
      aboutId: z.string().nullish(),
    }),
    to: ({ creator }) => [creator],
    preference: 'review_result',
    subject: 'News about what you sent us',
    heading: ({ answer }) => (answer === 'signed' ? 'A release is signed' : 'A release was declined'),
    inApp: ({ name, answer }) => `${name} ${TEXTS[answer]}`,
    mail: ({ name, answer }) => [`${name} ${TEXTS[answer]}`],
    link: { label: 'See your post', to: ({ postId }) => ({ kind: 'own_post', id: postId }) },
  },
})
