import { defineEvent } from './event.ts'
import { postNews } from './post-news.ts'

export const postApproved = defineEvent({
  object: 'post',
  notice: postNews('Your post is approved', () => 'Fans see it now, or at the time that you chose.'),
})
