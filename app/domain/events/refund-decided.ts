import { defineEvent } from './event.ts'
import { refundNews } from './refund-news.ts'

export const refundDecided = defineEvent({
  object: 'refund',
  notice: refundNews('Your refund is granted', 'We send it in 24-48 hours.'),
})
