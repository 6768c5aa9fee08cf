import { defineEvent } from './event.ts'
import { postNews } from './post-news.ts'

export const postFailed = defineEvent({
  object: 'post',
  notice: postNews(
    'Your post could not be published',
    () => 'A file of it could not be prepared. The post is in your drafts: send the file again, or remove it.',
  ),
})
