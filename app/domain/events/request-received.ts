import { defineEvent } from './event.ts'
import { toCreator } from './request-news.ts'

export const requestReceived = defineEvent({
  object: 'custom_request',
  notice: toCreator({
    subject: 'A fan asked you for something custom',
    heading: 'New custom request',
    description: () => [
      'The price is held from the fan\u2019s wallet until you deliver. Without an answer in time, all of it goes back to them.',
    ],
    until: 'Answer by',
    label: 'See the request',
  }),
})
