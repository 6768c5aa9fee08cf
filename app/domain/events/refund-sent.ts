import { defineEvent } from './event.ts'
import { refundNews } from './refund-news.ts'

export const refundSent = defineEvent({
  object: 'refund',
  notice: refundNews(
    'Your refund is on its way',
    'We sent it to the payment provider. It takes 3-10 business days to arrive; mobile money is usually faster than a card.',
  ),
})
