import { defineEvent } from './event.ts'
import { toCreator } from './request-news.ts'

export const requestPriceConfirmed = defineEvent({
  object: 'custom_request',
  notice: toCreator({
    subject: 'A fan agreed to your price',
    heading: 'Your price was accepted',
    description: () => ['It is held from the fan\u2019s wallet until you deliver.'],
    until: 'Deliver by',
    label: 'See the request',
  }),
})
