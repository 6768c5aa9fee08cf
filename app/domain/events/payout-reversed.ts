import { defineEvent } from './event.ts'
import { payoutNews, SENT_AGAIN } from './payout-news.ts'

export const payoutReversed = defineEvent({
  object: 'payout',
  notice: payoutNews('Your payout was returned', SENT_AGAIN),
  staff: {
    permission: 'payouts.run',
    opens: 'payout',
    single: true,
    one: 'A payout was returned',
    many: 'Payouts were returned',
    description: 'The full amount is in the creator’s available earnings again, and the creator was notified.',
    todo: 'Find out why, and pay it again once the account is right.',
    by: 'Before the next payouts',
  },
})
