import { defineEvent } from './event.ts'
import { saleNews } from './sale-news.ts'

/** A fan bought thirty days of one creator. */
export const creatorSubscribed = defineEvent({
  object: null,
  notice: saleNews('A fan subscribed to you', ({ price }) => `${price} for thirty days, earned day by day`),
})
