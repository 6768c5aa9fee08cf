import { href, type Register } from 'react-router'
import type { LegalDocumentName } from '#app/domain/consents/documents.ts'
import type { ReportKind } from '#app/domain/reports/report.ts'

type Routes = Register['pages']
/** The routes without parameters; their pattern is their address. */
type Page = { [Path in keyof Routes]: [keyof Routes[Path]['params']] extends [never] ? Path : never }[keyof Routes]
/** The last parts of the routes directly below another: the decisions about an item of a queue. */
export type Below<Path extends string> = keyof Routes extends infer Known
  ? Known extends `${Path}/${infer Name}`
    ? Name extends `${string}/${string}`
      ? never
      : Name
    : never
  : never
export type Links = { [name: string]: Page | ((...of: never[]) => string) | Links }

/** The id of what is open of a bought post, in its card and on its page. */
export const unlockedId = (postId: string): string => `unlocked-${postId}`

/** Every address that the product makes, by audience. A pattern that is not in app/routes.ts is a type error. */
export const to = {
  // Everyone
  home: '/',
  about: '/about',
  age: '/age',
  feed: '/public-feed',
  subscribe: '/subscribe',
  /** Where a buyer's way goes on to what they came for. */
  wanted: '/subscribe/wanted',
  paymentCallback: '/payment-callback',
  terms: '/terms',
  privacy: '/privacy',
  refundRules: '/refunds',
  passSharing: '/how-passes-are-shared',
  acceptableUse: '/acceptable-use',
  /** Where a post, a creator (also by username), a comment, a message or a conversation is reported. */
  report: (kind: ReportKind, id: string) => href('/report/:kind/:id', { kind, id }),
  creatorVerification: '/creator-verification',
  adminTerms: '/admin-terms',
  badges: '/badges',
  /** How to reach the team; `reference`: of the payment that it is about. */
  help: (reference?: string) => withQuery('/help', { reference: reference ?? null }),
  /** What the service worker shows in the place of a page that it can't reach. */
  offline: '/offline',
  offlineFeed: '/offline/feed',
  manifest: '/manifest.webmanifest',
  releaseAnswered: '/releases/answered',
  /** The invite link of an outside person who is named in a post. */
  releaseLink: (token: string) => href('/releases/:token', { token }),
  /** Where an outside person who has signed withdraws it; the token is another one. */
  releaseWithdrawal: (token: string) => href('/releases/:token/withdrawal', { token }),
  releaseLinkRefusal: (token: string) => href('/releases/:token/refusal', { token }),
  /** The address of a document that people agree to, by its name. */
  legal: (name: LegalDocumentName) => href(`/${name}`),
  creator: (username: string) => href('/:username', { username }),
  creatorById: (creatorId: string) => href('/creator/:creatorId', { creatorId }),
  quickHide: '/quick-hide',
  call: (creatorId?: string) => href('/call/:id?', { id: creatorId }),
  book: (creatorId: string) => href('/book/:id', { id: creatorId }),

  // Chat
  /** All conversations, or one by its own id; a fan's also by the creator's. */
  chat: (id?: string) => (id === undefined ? href('/chat') : href('/chat/:id', { id })),
  chatMessages: (id: string) => href('/chat/:id/messages', { id }),
  chatDecision: (id: string, decision: Below<'/chat/:id'>) => href(`/chat/:id/${decision}`, { id }),
  chatMedia: (id: string) => href('/chat/:id/media', { id }),
  unlockMessage: (messageId: string) => href('/messages/:messageId/unlock', { messageId }),
  ownPage: '/dashboard/page',
  chatPrice: '/dashboard/chat-price',
  massMessages: '/dashboard/messages',
  welcomeMessage: '/dashboard/welcome-message',
  savedReplies: '/dashboard/saved-replies',

  // Signing in and out
  signIn: '/auth',
  signInCode: '/auth/code',
  signInLink: (token: string) => href('/auth/link/:token', { token }),
  signOut: '/sign-out',
  signOutEverywhere: '/sign-out/everywhere',
  confirmIdentity: '/confirm-identity',
  agreements: '/agreements',
  notifications: '/notifications',
  unread: '/notifications/unread',
  notification: (notificationId: string) => href('/notifications/:notificationId', { notificationId }),
  passkeys: '/passkeys',
  passkeyOptions: '/passkeys/options',
  passkeyRegistrationOptions: '/passkeys/registration-options',
  passkeySignIn: '/passkeys/sign-in',
  passkeyRemoval: (passkeyId: string) => href('/passkeys/:passkeyId/removal', { passkeyId }),
  profileSetup: '/profile-setup',

  // Fans
  premiumFeed: '/unblocked-feed',
  premiumCreator: (creatorId: string) => href('/gal/:creatorId', { creatorId }),
  follow: (creatorId: string) => href('/creators/:creatorId/follow', { creatorId }),
  post: (postId: string) => href('/posts/:postId', { postId }),
  /** Where the picture of a post that was just unlocked becomes sharp. */
  unlockedPost: (postId: string) => `${href('/posts/:postId', { postId })}#${unlockedId(postId)}`,
  likePost: (postId: string) => href('/posts/:postId/like', { postId }),
  removeComment: (postId: string, commentId: string) =>
    href('/posts/:postId/comments/:commentId/removal', { postId, commentId }),
  votePoll: (postId: string) => href('/posts/:postId/vote', { postId }),
  unlock: (postId: string) => href('/posts/:postId/unlock', { postId }),
  creatorAccess: (creatorId: string) => href('/creators/:creatorId/subscribe', { creatorId }),
  creatorAlerts: (creatorId: string) => href('/creators/:creatorId/alerts', { creatorId }),
  tip: (creatorId: string) => href('/tip/:creatorId', { creatorId }),
  requests: '/requests',
  requestForm: '/requests/new',
  request: (requestId: string) => href('/requests/:requestId', { requestId }),
  requestDecision: (requestId: string, decision: Below<'/requests/:requestId'>) =>
    href(`/requests/:requestId/${decision}`, { requestId }),
  fanOnboarding: {
    intro: '/viewer-onboarding',
    email: '/viewer-onboarding/email',
    code: '/viewer-onboarding/code',
    setup: '/viewer-onboarding/setup',
    plan: '/viewer-onboarding/plan',
    access: '/viewer-onboarding/access',
    done: '/viewer-onboarding/done',
  },
  profile: '/profile',
  editProfile: '/profile/edit',
  birthday: '/profile/birthday',
  security: '/profile/security',
  myPosts: '/profile/posts',
  notificationChoices: '/profile/notifications',
  dailySummary: '/profile/notifications/daily-summary',
  quietHours: '/profile/notifications/quiet-hours',
  saleMails: '/profile/notifications/sale-mails',
  turnOnPush: '/profile/notifications/push',
  turnOffPush: '/profile/notifications/push/removal',
  dataExport: '/profile/export',
  exportArchive: (exportId: string, number: number) =>
    href('/profile/export/:exportId/:number', { exportId, number: String(number) }),
  deletion: '/profile/deletion',
  removeSoldPosts: '/profile/deletion/removal',
  deletionCode: '/profile/deletion/code',
  cancelDeletion: (token: string) => href('/profile/deletion/cancel/:token', { token }),
  subscription: '/subscription',
  renewPass: '/subscription/renew',
  wallet: '/wallet',
  topUp: '/wallet/top-up',
  receipt: (purchaseId: string) => href('/receipts/:purchaseId', { purchaseId }),
  askRefund: (purchaseId: string) => href('/receipts/:purchaseId/refund', { purchaseId }),

  // Creators
  creatorOnboarding: {
    intro: '/onboarding',
    email: '/onboarding/email',
    code: '/onboarding/code',
    profile: '/onboarding/profile',
    first_post: '/onboarding/first-post',
    prices: '/onboarding/prices',
    verification: '/onboarding/verification',
    tour: '/onboarding/tour',
  },
  dashboard: '/dashboard',
  browseAs: (as: 'fan' | 'creator') => href(`/browse-as/${as}`),
  /** A fan as their creator sees them: the note and what they are on. */
  fan: (fanId: string) => href('/dashboard/fans/:fanId', { fanId }),
  ownPosts: '/dashboard/posts',
  earnings: '/dashboard/earnings',
  /** What is pending, with the day on which each clears and is paid. */
  clearingEarnings: '/dashboard/earnings/clearing',
  ownLink: '/dashboard/link',
  openComments: (postId: string) => href('/dashboard/posts/:postId/comments', { postId }),
  commentsReceived: '/dashboard/comments',
  muteFan: (commentId: string) => href('/dashboard/comments/:commentId/mute', { commentId }),
  payouts: '/dashboard/payouts',
  creatorFee: '/creator-subscription',
  creatorFeeCallback: '/creator-subscription-callback',

  // Staff and the owner
  staffSignIn: '/owner-login',
  staffSecondFactor: '/owner-login/second-factor',
  enrolment: '/owner-login/enrolment',
  enrolmentDecision: (decision: Below<'/owner-login/enrolment'>) => href(`/owner-login/enrolment/${decision}`),
  staffOnboarding: {
    invite: '/admin-onboarding',
    profile: '/admin-onboarding/profile',
    security: '/admin-onboarding/security',
    passkeyOptions: '/admin-onboarding/passkey-options',
    recoveryCodes: '/admin-onboarding/recovery-codes',
    tour: '/admin-onboarding/tour',
    refused: '/admin-unauthorized',
  },

  // Files and the demo
  // A premium page names a hundred files, so these are put together without looking for parameters; links.test.ts finds their routes.
  media: (mediaId: string, rendition: string) => `/media/${mediaId}/${rendition}`,
  document: (documentId: string) => href('/documents/:documentId', { documentId }),
  upload: (uploadId?: string) => href('/uploads/:uploadId?', { uploadId }),
  demoMail: '/dev/mail',
  demoAccounts: '/dev/accounts',
} as const satisfies Links

/** An address with a query; entries without a value are left out, an empty text is one. */
export function withQuery(
  path: string,
  query: Record<string, string | number | false | null | undefined> = {},
): string {
  const given = Object.entries(query).filter(([, value]) => value || value === '')
  return given.length > 0 ? `${path}?${new URLSearchParams(given as [string, string][])}` : path
}
