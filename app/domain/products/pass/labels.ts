import { destinationOfAccess } from '../return-to.ts'
import { labels } from '../default-labels.ts'
import type { PassFacts } from './quote.ts'

export const passLabels = labels<PassFacts>({
  payment: ({ plan }) => ({ prefix: 'pass', what: plan, type: 'subscription' }),
  foundAt: (_, returnTo) => destinationOfAccess(returnTo),
  retryAt: ({ facts }) => ({ kind: 'fan_onboarding', query: { step: '3', plan: facts.plan } }),
  otherWayAt: ({ facts: { plan: pay }, price: { currency }, returnTo }) =>
    returnTo.from === 'onboarding'
      ? { kind: 'fan_onboarding_plan', query: { currency, pay } }
      : { kind: 'subscribe', query: { ...returnTo, currency, pay } },
  receiptLabel: 'Plan',
})
