import { creatorStatusNews } from './creator-status-news.ts'
import { defineEvent } from './event.ts'

export const creatorReinstated = defineEvent({
  object: 'account',
  notice: creatorStatusNews('Your page is back', 'Fans can find it again while your week is paid.'),
})
