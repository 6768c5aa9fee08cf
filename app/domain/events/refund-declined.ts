import { defineEvent } from './event.ts'
import { refundNews } from './refund-news.ts'

export const refundDeclined = defineEvent({
  object: 'refund',
  notice: refundNews('About your refund', 'We could not grant it.'),
})
