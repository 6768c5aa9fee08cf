import { defineEvent } from './event.ts'
import { refundNews } from './refund-news.ts'

export const refundPaidToWallet = defineEvent({
  object: null,
  notice: refundNews('Your refund is in your wallet', 'You can spend it now.'),
})
