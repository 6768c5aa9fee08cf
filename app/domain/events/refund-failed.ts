import { defineEvent } from './event.ts'
import { refundNews } from './refund-news.ts'

export const refundFailed = defineEvent({
  object: 'refund',
  notice: refundNews(
    'Your refund could not be sent',
    'The payment provider could not send it. We still owe you the money and are working on it; you can also have it in your wallet at once.',
  ),
  staff: {
    permission: 'refunds.decide',
    opens: 'refund',
    single: true,
    one: 'A refund could not be sent',
    many: 'Refunds could not be sent',
    description: 'The gateway could not send it. We still owe the money, and the buyer was notified.',
    todo: 'Try it again, or send it to the wallet.',
    by: 'Today',
  },
})
