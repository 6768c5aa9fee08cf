import { labels } from '../default-labels.ts'
import type { MessageUnlockFacts } from './quote.ts'

export const messageUnlockLabels = labels<MessageUnlockFacts>({
  payment: () => ({ prefix: 'unlock', what: 'message', plan: null, type: 'unlock' }),
  // Back at the message, which shows itself unlocked.
  foundAt: ({ threadId, seq }) => ({ kind: 'chat', id: threadId, query: { at: String(seq) } }),
  retryAt: ({ facts: { threadId, seq } }) => ({ kind: 'chat', id: threadId, query: { at: String(seq) } }),
  given: () => 'The message is yours for good.',
  opens: 'The message opens',
  inActivity: ({ creatorName }) => ({
    icon: 'lock-open',
    tone: 'locked',
    title: 'Unlocked a message',
    about: creatorName,
  }),
  inWallet: ({ creatorName }) => ({ icon: 'lock', tone: 'locked', title: `Message, ${creatorName}` }),
  refundedName: ({ creatorName }) => creatorName,
})
