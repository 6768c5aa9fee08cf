import { defineEvent } from './event.ts'
import { payoutNews } from './payout-news.ts'

export const payoutAccountStopped = defineEvent({
  object: null,
  notice: payoutNews(
    'Your payout account does not take payments',
    'The full amount is available in your earnings again. We send nothing more to this account until you choose another one or confirm that it is right; then we pay you on the next Friday.',
    { label: 'Check your payout account', to: () => ({ kind: 'payout_account' }) },
  ),
})
