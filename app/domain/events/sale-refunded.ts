import { earningsNews } from './earnings-news.ts'
import { defineEvent } from './event.ts'

export const saleRefunded = defineEvent({
  object: null,
  notice: earningsNews(
    'A sale was refunded',
    'We refunded a payment to a fan, so we took back your part of it: from your pending earnings first, then from your available earnings.',
  ),
})
