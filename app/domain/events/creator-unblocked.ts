import { creatorStatusNews } from './creator-status-news.ts'
import { defineEvent } from './event.ts'

export const creatorUnblocked = defineEvent({
  object: 'account',
  notice: creatorStatusNews('Your page is open again', 'Fans can find it again while your week is paid.'),
})
