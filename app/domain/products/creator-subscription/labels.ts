import { labels } from '../default-labels.ts'
import type { CreatorSubscriptionFacts } from './quote.ts'

export const creatorSubscriptionLabels = labels<CreatorSubscriptionFacts>({
  payment: () => ({ prefix: 'access', what: '30-days', type: 'subscription' }),
  foundAt: ({ creatorId }) => ({ kind: 'premium_creator', id: creatorId }),
  retryAt: ({ facts }) => ({ kind: 'creator_access', id: facts.creatorId }),
  given: ({ creatorName }) => `The page of ${creatorName} is open to you.`,
})
