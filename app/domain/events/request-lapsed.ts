import { z } from 'zod'
import { defineEvent } from './event.ts'
import { requestFacts, toFan } from './request-news.ts'

const payload = requestFacts.extend({
  because: z.enum(['no_answer', 'not_confirmed', 'not_delivered', 'creator_away', 'payment_reversed']),
})

const WHY = {
  no_answer: 'There was no answer in time.',
  not_confirmed: 'You did not agree to the new price in time.',
  not_delivered: 'It was not delivered in time.',
  creator_away: 'The creator is not on Peach at the moment.',
  payment_reversed: 'Your bank reversed the top-up that paid for it.',
} as const

export const requestLapsed = defineEvent({
  object: 'custom_request',
  notice: toFan(payload, {
    subject: 'Your request has ended',
    heading: 'Your request has ended',
    description: ({ because, price }) => [
      because === 'payment_reversed' ? WHY[because] : `${WHY[because]} ${price} is back in your wallet.`,
    ],
    label: 'See your request',
  }),
})
