import { labels } from '../default-labels.ts'
import { destinationOfAccess, accessTarget } from '../return-to.ts'
import type { CreatorSubscriptionFacts } from './quote.ts'

export const creatorSubscriptionLabels = labels<CreatorSubscriptionFacts>({
  payment: () => ({ prefix: 'access', what: '30-days', type: 'subscription' }),
  foundAt: ({ creatorId }, returnTo) => destinationOfAccess({ ...returnTo, creator: creatorId }),
  retryAt: ({ facts, returnTo }) => accessTarget({ ...returnTo, creator: facts.creatorId }),
  given: ({ creatorName }) => `The page of ${creatorName} is open to you.`,
})
