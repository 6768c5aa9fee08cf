import { defineEvent } from './event.ts'
import { requestFacts, toFan } from './request-news.ts'

export const requestPriceChanged = defineEvent({
  object: 'custom_request',
  notice: toFan(requestFacts, {
    subject: 'A new price for your request',
    heading: ({ creatorName }) => `${creatorName} asks another price`,
    description: () => [
      'Nothing more is taken before you agree. Without your answer, the whole sum is back in your wallet.',
    ],
    until: 'Answer by',
    label: 'See the price',
  }),
})
