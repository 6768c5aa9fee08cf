import { defineEvent } from './event.ts'
import { passFacts, passNews } from './pass-news.ts'

export const passEnded = defineEvent({
  object: null,
  notice: passNews(
    passFacts,
    () => 'Your pass has ended',
    ({ planName, on }) => [`Your ${planName} pass ended on ${on}. Your chats and purchases are kept.`],
  ),
})
