import { defineEvent } from './event.ts'
import { payoutNews } from './payout-news.ts'

export const payoutCompleted = defineEvent({
  object: 'payout',
  notice: payoutNews(
    'Your payout was sent',
    'Your network or bank may need a moment to show it. You pay its own charges, and the tax on taking out cash.',
  ),
})
