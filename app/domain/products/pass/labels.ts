import { destinationOfPass } from '../return-to.ts'
import { labels } from '../default-labels.ts'
import type { PassFacts } from './quote.ts'

export const passLabels = labels<PassFacts>({
  payment: ({ plan }) => ({ prefix: 'pass', what: plan, type: 'subscription' }),
  foundAt: (_, returnTo) => destinationOfPass(returnTo),
  retryAt: ({ facts }) => `/viewer-onboarding?step=3&plan=${facts.plan}`,
  otherWayAt: ({ facts: { plan: pay }, price: { currency }, returnTo }) =>
    returnTo.from === 'onboarding'
      ? `/viewer-onboarding/plan?${new URLSearchParams({ currency, pay })}`
      : `/subscribe?${new URLSearchParams({ ...returnTo, currency, pay })}`,
  receiptLabel: 'Plan',
})
