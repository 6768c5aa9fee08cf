import { defineEvent } from './event.ts'
import { saleNews } from './sale-news.ts'

export const messageUnlocked = defineEvent({
  object: null,
  notice: saleNews('A fan unlocked your message', ({ price }) => `${price}, before our fee`),
})
