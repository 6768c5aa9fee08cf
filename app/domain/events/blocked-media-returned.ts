import { defineEvent } from './event.ts'
import { postNews } from './post-news.ts'

export const blockedMediaReturned = defineEvent({
  object: 'post',
  notice: postNews(
    'Your post was refused',
    () => 'A file of it was removed from Peach before, so it can\u2019t be posted again. Fans don\u2019t see the post.',
  ),
  staff: {
    permission: 'content.review',
    opens: 'reviewed_post',
    single: true,
    one: 'Removed media was posted again',
    many: 'Removed media was posted again',
    description: 'A post was refused because a file of it is on the block list.',
    todo: 'Look at the creator\u2019s other posts.',
    by: 'Today',
  },
})
