import { href } from 'react-router'
import type { Below, Links } from './links.ts'

/** The addresses of the creators' dashboard that only its own pages name, apart from those that every page loads. */
export const toDashboard = {
  pageAppearance: '/dashboard/page/appearance',
  prices: '/dashboard/prices',
  newMassMessage: '/dashboard/messages/new',
  massMessage: (massId: string) => href('/dashboard/messages/:massId', { massId }),
  withdrawMassMessage: (massId: string) => href('/dashboard/messages/:massId/withdrawal', { massId }),
  savedReply: (replyId: string) => href('/dashboard/saved-replies/:replyId', { replyId }),
  deleteSavedReply: (replyId: string) => href('/dashboard/saved-replies/:replyId/deletion', { replyId }),
  presence: '/dashboard/presence',
  heartbeat: '/dashboard/presence/heartbeat',
  invites: '/dashboard/invites',
  fans: '/dashboard/fans',
  listsOfFan: (fanId: string) => href('/dashboard/fans/:fanId/lists', { fanId }),
  fanLists: '/dashboard/fan-lists',
  fanList: (listId: string) => href('/dashboard/fan-lists/:listId', { listId }),
  newPost: '/dashboard/posts/new',
  ownPost: (postId: string) => href('/dashboard/posts/:postId', { postId }),
  editPost: (postId: string) => href('/dashboard/posts/:postId/edit', { postId }),
  ownPostChange: (postId: string, change: Exclude<Below<'/dashboard/posts/:postId'>, 'edit' | 'media' | 'people'>) =>
    href(`/dashboard/posts/:postId/${change}`, { postId }),
  ownPostMedia: (postId: string) => href('/dashboard/posts/:postId/media', { postId }),
  postPeople: (postId: string) => href('/dashboard/posts/:postId/people', { postId }),
  namePerson: (postId: string, kind: 'creator' | 'link') => href(`/dashboard/posts/:postId/people/${kind}`, { postId }),
  namedPerson: (postId: string, releaseId: string, change: 'renewal' | 'removal') =>
    href(`/dashboard/posts/:postId/people/:releaseId/${change}`, { postId, releaseId }),
  askedRelease: (releaseId: string) => href('/dashboard/releases/:releaseId', { releaseId }),
  askedReleaseWithdrawal: (releaseId: string) => href('/dashboard/releases/:releaseId/withdrawal', { releaseId }),
  askedReleaseRefusal: (releaseId: string) => href('/dashboard/releases/:releaseId/refusal', { releaseId }),
  vault: '/dashboard/vault',
  statement: '/dashboard/earnings/statement',
  statementCsv: '/dashboard/earnings/statement.csv',
  statementPdf: '/dashboard/earnings/statement.pdf',
  tips: '/dashboard/tips',
  receivedRequests: '/dashboard/requests',
  requestPrices: '/dashboard/requests/prices',
  receivedRequest: (requestId: string) => href('/dashboard/requests/:requestId', { requestId }),
  receivedRequestDecision: (requestId: string, decision: Below<'/dashboard/requests/:requestId'>) =>
    href(`/dashboard/requests/:requestId/${decision}`, { requestId }),
  polls: '/dashboard/polls',
  unmuteFan: (fanId: string) => href('/dashboard/comments/muted/:fanId/removal', { fanId }),
  payout: (payoutId: string) => href('/dashboard/payouts/:payoutId', { payoutId }),
  payoutAccount: '/dashboard/payout-account',
  retryPayoutAccount: '/dashboard/payout-account/retry',
  confirmPayoutAccount: '/dashboard/payout-account/confirm',
} as const satisfies Links
