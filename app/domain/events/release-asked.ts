import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

export const releaseAsked = defineEvent({
  object: 'release',
  notice: {
    payload: z.object({ performer: recipient, releaseId: z.string(), aboutId: z.string(), creatorName: z.string() }),
    to: ({ performer }) => [performer],
    preference: 'account',
    subject: 'Somebody asks for your consent',
    heading: 'A creator says that you are in a post',
    inApp: ({ creatorName }) => `${creatorName} asks for your consent. Nothing is published without it.`,
    mail: ({ creatorName }) => [
      `${creatorName} says that you are shown in a post.`,
      'The post is not published before you have signed a release. If you are not in it, or don\u2019t agree, say so on the same page.',
    ],
    link: { label: 'Read and answer', to: ({ releaseId }) => ({ kind: 'release', id: releaseId }) },
  },
})
