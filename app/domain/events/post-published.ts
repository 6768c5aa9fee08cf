import { z } from 'zod'
import { defineEvent } from './event.ts'

const payload = z.object({
  creatorId: z.string(),
  /** The creator, whom the texts name. */
  aboutId: z.string(),
  creatorName: z.string(),
  username: z.string(),
})

export const postPublished = defineEvent({
  object: 'post',
  notice: {
    payload,
    to: () => [],
    toAlerted: ({ creatorId }) => ({ creatorId, kind: 'post' }),
    preference: 'new_post',
    subject: 'Something new for you',
    heading: ({ creatorName }) => `${creatorName} has a new post`,
    inApp: () => 'Open the page to see it.',
    link: { label: null, to: ({ username }) => ({ kind: 'creator', id: username }) },
  },
})
