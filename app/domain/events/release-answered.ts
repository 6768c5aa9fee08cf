import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

const TEXTS = {
  signed: 'has signed the release. The post goes on by itself as soon as everybody has signed.',
  declined: 'did not agree to be shown. Take the post back and change it.',
  withdrawn: 'does not agree any more to be shown. The post is closed, and our reviewers decide about it.',
} as const

const HEADINGS = {
  signed: 'A release is signed',
  declined: 'A release was declined',
  withdrawn: 'A release was withdrawn',
} as const

export const releaseAnswered = defineEvent({
  object: 'release',
  notice: {
    payload: z.object({
      creator: recipient,
      postId: z.string(),
      name: z.string(),
      answer: z.enum(['signed', 'declined', 'withdrawn']),
      aboutId: z.string().nullish(),
    }),
    to: ({ creator }) => [creator],
    preference: 'review_result',
    subject: 'News about what you sent us',
    heading: ({ answer }) => HEADINGS[answer],
    inApp: ({ name, answer }) => `${name} ${TEXTS[answer]}`,
    mail: ({ name, answer }) => [`${name} ${TEXTS[answer]}`],
    link: { label: 'See your post', to: ({ postId }) => ({ kind: 'own_post', id: postId }) },
  },
})
