import { defineEvent } from './event.ts'
import { saleNews } from './sale-news.ts'

export const postUnlocked = defineEvent({
  object: null,
  notice: saleNews('A fan unlocked your post', ({ price }) => `${price}, before our fee`),
})
