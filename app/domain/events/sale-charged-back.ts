import { earningsNews } from './earnings-news.ts'
import { defineEvent } from './event.ts'

export const saleChargedBack = defineEvent({
  object: null,
  notice: earningsNews(
    'A bank took back a payment',
    'The payer disputes it at their bank, so we took back your part of it: from your pending earnings first, then from your available earnings. If the bank decides for us, you get it again.',
  ),
})
