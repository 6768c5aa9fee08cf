import { defineEvent } from './event.ts'
import { saleNews } from './sale-news.ts'

/** The fan's message stays on the page of the tips. */
export const tipReceived = defineEvent({
  object: null,
  notice: saleNews('A fan tipped you', ({ price }) => `${price}, before our fee`),
})
