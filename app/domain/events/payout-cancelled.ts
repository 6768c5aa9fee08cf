import { defineEvent } from './event.ts'
import { payoutNews } from './payout-news.ts'

export const payoutCancelled = defineEvent({
  object: 'payout',
  notice: payoutNews(
    'Your payout was cancelled',
    'We sent nothing. The full amount is available in your earnings again, and we send it with the next payouts to the account you use then.',
  ),
})
