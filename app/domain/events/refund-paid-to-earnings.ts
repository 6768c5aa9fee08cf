import { defineEvent } from './event.ts'
import { refundNews } from './refund-news.ts'

export const refundPaidToEarnings = defineEvent({
  object: null,
  notice: refundNews('Your refund is in your earnings', 'It is part of your next payout.'),
})
