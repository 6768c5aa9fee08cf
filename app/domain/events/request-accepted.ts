import { defineEvent } from './event.ts'
import { requestFacts, toFan } from './request-news.ts'

export const requestAccepted = defineEvent({
  object: 'custom_request',
  notice: toFan(requestFacts, {
    subject: 'Your request was accepted',
    heading: ({ creatorName }) => `${creatorName} accepted your request`,
    description: () => ['If it is not delivered in time, the whole sum is back in your wallet.'],
    until: 'Delivered by',
    label: 'See your request',
  }),
})
