import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

/** At most once an hour for each post; the fan is not named, and the text stays on the page. */
export const commentReceived = defineEvent({
  object: null,
  notice: {
    payload: z.object({ creator: recipient, postId: z.string() }),
    to: ({ creator }) => [creator],
    preference: 'comment',
    subject: 'News about your page',
    heading: 'New comments under your post',
    inApp: () => 'Read them, reply, or remove them',
    link: { label: null, to: ({ postId }) => ({ kind: 'post_page', id: postId }) },
  },
})
