import { defineEvent } from './event.ts'
import { requestFacts, toFan } from './request-news.ts'

export const requestDeclined = defineEvent({
  object: 'custom_request',
  notice: toFan(requestFacts, {
    subject: 'Your request was declined',
    heading: ({ creatorName }) => `${creatorName} can\u2019t do your request`,
    description: ({ price }) => [`${price} is back in your wallet.`],
    label: 'See your request',
  }),
})
