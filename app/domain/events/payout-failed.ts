import { defineEvent } from './event.ts'
import { payoutNews, SENT_AGAIN } from './payout-news.ts'

export const payoutFailed = defineEvent({
  object: 'payout',
  notice: payoutNews('Your payout did not arrive', SENT_AGAIN),
})
