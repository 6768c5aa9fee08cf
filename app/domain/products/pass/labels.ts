import { destinationOfPass } from '../intent.ts'
import { labels } from '../default-labels.ts'
import type { PassFacts } from './quote.ts'

export const passLabels = labels<PassFacts>({
  payment: ({ plan }) => ({ prefix: 'pass', what: plan, type: 'subscription' }),
  foundAt: (_, intent) => destinationOfPass(intent),
  retryAt: ({ facts }) => `/viewer-onboarding?step=3&plan=${facts.plan}`,
  otherWayAt: ({ facts: { plan: pay }, price: { currency }, intent }) =>
    intent.from === 'onboarding'
      ? `/viewer-onboarding/plan?${new URLSearchParams({ currency, pay })}`
      : `/subscribe?${new URLSearchParams({ ...intent, currency, pay })}`,
  receiptLabel: 'Plan',
})
