import { creatorStatusNews } from './creator-status-news.ts'
import { defineEvent } from './event.ts'

export const creatorSuspended = defineEvent({
  object: 'account',
  notice: creatorStatusNews(
    'Your page is suspended',
    'Fans can\u2019t find your page. Your money stays yours: sign in to see it. The rest of your paid week is kept and continues when your page is back. You can appeal within 5 business days.',
  ),
})
