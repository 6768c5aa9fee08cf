import { defineEvent } from './event.ts'
import { requestFacts, toFan } from './request-news.ts'

export const requestDelivered = defineEvent({
  object: 'custom_request',
  notice: toFan(requestFacts, {
    subject: 'Your request was delivered',
    heading: ({ creatorName }) => `${creatorName} delivered your request`,
    description: () => ['It is on the page of your request, for you only, and stays there.'],
    label: 'Open it',
  }),
})
