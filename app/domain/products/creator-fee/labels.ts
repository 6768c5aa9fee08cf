import { labels } from '../default-labels.ts'
import type { FeeFacts } from './quote.ts'

export const feeLabels = labels<FeeFacts>({
  payment: () => ({ prefix: 'creator', what: 'weekly', type: 'creator_subscription' }),
  foundAt: () => ({ kind: 'application' }),
  retryAt: () => ({ kind: 'creator_fee' }),
  shownAt: { kind: 'creator_fee_payment' },
})
