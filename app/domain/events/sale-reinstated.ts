import { earningsNews } from './earnings-news.ts'
import { defineEvent } from './event.ts'

export const saleReinstated = defineEvent({
  object: null,
  notice: earningsNews(
    'A disputed payment is confirmed',
    'The bank decided for us. Your part of it is in your earnings again.',
  ),
})
