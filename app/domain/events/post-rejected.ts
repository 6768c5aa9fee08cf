import { defineEvent } from './event.ts'
import { postNews } from './post-news.ts'

export const postRejected = defineEvent({
  object: 'post',
  notice: postNews('Your post was not approved', () => 'Fans don\u2019t see it. Read why, and edit it as a draft.'),
})
