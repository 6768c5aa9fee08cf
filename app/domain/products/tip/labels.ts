import { labels } from '../default-labels.ts'
import type { TipFacts } from './quote.ts'

export const tipLabels = labels<TipFacts>({
  payment: () => ({ prefix: 'tip', what: 'gift', type: 'tip' }),
  foundAt: ({ creatorId }) => `/gal/${creatorId}`,
  retryAt: ({ facts }) => `/tip/${facts.creatorId}`,
  given: ({ creatorName }) => `${creatorName} has your tip. Thank you!`,
  inWallet: ({ creatorName }) => ({ icon: 'hand-coins', tone: 'accent', title: `Tip, ${creatorName}` }),
})
