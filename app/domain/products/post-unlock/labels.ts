import { labels } from '../default-labels.ts'
import type { UnlockFacts } from './quote.ts'

export const unlockLabels = labels<UnlockFacts>({
  payment: () => ({ prefix: 'unlock', what: 'post', plan: null, type: 'unlock' }),
  foundAt: ({ creatorId, postId }) =>
    postId ? { kind: 'post_page', id: postId } : { kind: 'premium_creator', id: creatorId },
  continueAt: ({ creatorId, postId }) =>
    postId ? { kind: 'unlocked_post', id: postId } : { kind: 'premium_creator', id: creatorId },
  retryAt: ({ facts: { creatorId, postId } }) =>
    postId
      ? { kind: 'wanted', query: { creator: creatorId, intent: 'unlock', post: postId } }
      : { kind: 'premium_creator', id: creatorId },
  given: () => 'The post is yours for good.',
  inActivity: ({ creatorName }) => ({
    icon: 'lock-open',
    tone: 'locked',
    title: 'Unlocked a post',
    about: creatorName,
  }),
  inWallet: ({ creatorName }) => ({ icon: 'lock', tone: 'locked', title: `Unlock, ${creatorName}` }),
  refundedName: ({ creatorName }) => creatorName,
})
