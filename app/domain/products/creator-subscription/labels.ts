import { labels } from '../default-labels.ts'
import type { CreatorSubscriptionFacts } from './quote.ts'

export const creatorSubscriptionLabels = labels<CreatorSubscriptionFacts>({
  payment: () => ({ prefix: 'access', what: '30-days', type: 'subscription' }),
  foundAt: ({ creatorId }) => `/gal/${creatorId}`,
  retryAt: ({ facts }) => `/creators/${facts.creatorId}/subscribe`,
  given: ({ creatorName }) => `The page of ${creatorName} is open to you.`,
})
