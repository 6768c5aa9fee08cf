import { labels } from '../default-labels.ts'
import type { TipFacts } from './quote.ts'

export const tipLabels = labels<TipFacts>({
  payment: () => ({ prefix: 'tip', what: 'gift', type: 'tip' }),
  // A tip from a conversation leads back into it.
  foundAt: ({ creatorId, context }) => ({ kind: context === 'chat' ? 'chat' : 'premium_creator', id: creatorId }),
  retryAt: ({ facts }) => ({ kind: 'tip', id: facts.creatorId }),
  given: ({ creatorName }) => `${creatorName} has your tip. Thank you!`,
  inWallet: ({ creatorName }) => ({ icon: 'hand-coins', tone: 'accent', title: `Tip, ${creatorName}` }),
})
