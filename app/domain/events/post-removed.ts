import { defineEvent } from './event.ts'
import { postNews } from './post-news.ts'

export const postRemoved = defineEvent({
  object: 'post',
  notice: postNews('Your post was removed', ({ sold }) =>
    sold ? 'Nobody sees it any more, and its buyers get their money back.' : 'Nobody sees it any more.',
  ),
})
