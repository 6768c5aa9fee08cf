import { labels } from '../default-labels.ts'
import type { TipFacts } from './quote.ts'

export const tipLabels = labels<TipFacts>({
  payment: () => ({ prefix: 'tip', what: 'gift', type: 'tip' }),
  // A tip from a conversation or a post leads back to it.
  foundAt: ({ creatorId, context, postId }) =>
    postId
      ? { kind: 'post_page', id: postId }
      : { kind: context === 'chat' ? 'chat' : 'premium_creator', id: creatorId },
  retryAt: ({ facts: { creatorId, postId, context, message }, price }) => ({
    kind: 'tip',
    id: creatorId,
    query: {
      ...(postId ? { post: postId } : context === 'chat' && { context }),
      ...(message && { message }),
      amount: (price.amountMinor / 100n).toString(),
    },
  }),
  given: ({ creatorName }) => `${creatorName} has your tip. Thank you!`,
  inWallet: ({ creatorName }) => ({ icon: 'hand-coins', tone: 'accent', title: `Tip, ${creatorName}` }),
})
