import { labels } from '../default-labels.ts'
import type { TipFacts } from './quote.ts'

export const tipLabels = labels<TipFacts>({
  payment: () => ({ prefix: 'tip', what: 'gift', type: 'tip' }),
  foundAt: ({ creatorId }) => ({ kind: 'premium_creator', id: creatorId }),
  retryAt: ({ facts }) => ({ kind: 'tip', id: facts.creatorId }),
  given: ({ creatorName }) => `${creatorName} has your tip. Thank you!`,
  inWallet: ({ creatorName }) => ({ icon: 'hand-coins', tone: 'accent', title: `Tip, ${creatorName}` }),
})
