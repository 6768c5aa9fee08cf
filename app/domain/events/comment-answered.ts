import { z } from 'zod'
import { aboutId, defineEvent, recipient } from './event.ts'

/** A creator replied to a fan's comment. */
export const commentAnswered = defineEvent({
  object: null,
  notice: {
    payload: z.object({ fan: recipient, aboutId, creatorName: z.string(), postId: z.string() }),
    to: ({ fan }) => [fan],
    preference: 'comment',
    subject: 'An answer to your comment',
    heading: ({ creatorName }) => `${creatorName} replied to you`,
    inApp: () => 'Open the post to read the answer',
    link: { label: null, to: ({ postId }) => ({ kind: 'post_page', id: postId }) },
  },
})
