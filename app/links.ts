import { href, type Register } from 'react-router'
import type { LegalDocumentName } from '#app/domain/consents/documents.ts'
import type { ReportKind } from '#app/domain/reports/report.ts'
import type { Target } from '#app/domain/events/target.ts'

type Routes = Register['pages']
/** The routes without parameters; their pattern is their address. */
type Page = { [Path in keyof Routes]: [keyof Routes[Path]['params']] extends [never] ? Path : never }[keyof Routes]
/** The last parts of the routes directly below another: the decisions about an item of a queue. */
type Below<Path extends string> = keyof Routes extends infer Known
  ? Known extends `${Path}/${infer Name}`
    ? Name extends `${string}/${string}`
      ? never
      : Name
    : never
  : never
type Links = { [name: string]: Page | ((...of: never[]) => string) | Links }

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
  pageAppearance: '/dashboard/page/appearance',
  prices: '/dashboard/prices',
  chatPrice: '/dashboard/chat-price',
  massMessages: '/dashboard/messages',
  newMassMessage: '/dashboard/messages/new',
  massMessage: (massId: string) => href('/dashboard/messages/:massId', { massId }),
  withdrawMassMessage: (massId: string) => href('/dashboard/messages/:massId/withdrawal', { massId }),
  welcomeMessage: '/dashboard/welcome-message',
  savedReplies: '/dashboard/saved-replies',
  savedReply: (replyId: string) => href('/dashboard/saved-replies/:replyId', { replyId }),
  deleteSavedReply: (replyId: string) => href('/dashboard/saved-replies/:replyId/deletion', { replyId }),

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
  presence: '/dashboard/presence',
  browseAs: (as: 'fan' | 'creator') => href(`/browse-as/${as}`),
  heartbeat: '/dashboard/presence/heartbeat',
  invites: '/dashboard/invites',
  fans: '/dashboard/fans',
  /** A fan as their creator sees them: the note and what they are on. */
  fan: (fanId: string) => href('/dashboard/fans/:fanId', { fanId }),
  listsOfFan: (fanId: string) => href('/dashboard/fans/:fanId/lists', { fanId }),
  fanLists: '/dashboard/fan-lists',
  fanList: (listId: string) => href('/dashboard/fan-lists/:listId', { listId }),
  ownPosts: '/dashboard/posts',
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
  earnings: '/dashboard/earnings',
  /** What is pending, with the day on which each clears and is paid. */
  clearingEarnings: '/dashboard/earnings/clearing',
  statement: '/dashboard/earnings/statement',
  statementCsv: '/dashboard/earnings/statement.csv',
  statementPdf: '/dashboard/earnings/statement.pdf',
  ownLink: '/dashboard/link',
  tips: '/dashboard/tips',
  receivedRequests: '/dashboard/requests',
  requestPrices: '/dashboard/requests/prices',
  receivedRequest: (requestId: string) => href('/dashboard/requests/:requestId', { requestId }),
  receivedRequestDecision: (requestId: string, decision: Below<'/dashboard/requests/:requestId'>) =>
    href(`/dashboard/requests/:requestId/${decision}`, { requestId }),
  openComments: (postId: string) => href('/dashboard/posts/:postId/comments', { postId }),
  polls: '/dashboard/polls',
  commentsReceived: '/dashboard/comments',
  muteFan: (commentId: string) => href('/dashboard/comments/:commentId/mute', { commentId }),
  unmuteFan: (fanId: string) => href('/dashboard/comments/muted/:fanId/removal', { fanId }),
  payouts: '/dashboard/payouts',
  payout: (payoutId: string) => href('/dashboard/payouts/:payoutId', { payoutId }),
  payoutAccount: '/dashboard/payout-account',
  retryPayoutAccount: '/dashboard/payout-account/retry',
  confirmPayoutAccount: '/dashboard/payout-account/confirm',
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
  admin: {
    overview: '/admin',
    invites: '/admin/invites',
    inviteDecision: (inviteId: string, decision: Below<'/admin/invites/:inviteId'>) =>
      href(`/admin/invites/:inviteId/${decision}`, { inviteId }),
    settings: '/admin/settings',
    applications: '/admin/peaches',
    application: (creatorId: string) => href('/admin/peaches/:creatorId', { creatorId }),
    applicationDecision: (creatorId: string, decision: Below<'/admin/peaches/:creatorId'>) =>
      href(`/admin/peaches/:creatorId/${decision}`, { creatorId }),
    applicationDocument: (creatorId: string, documentId: string) =>
      href('/admin/peaches/:creatorId/documents/:documentId', { creatorId, documentId }),
    applicationPost: (creatorId: string, postId: string) =>
      href('/admin/peaches/:creatorId/posts/:postId', { creatorId, postId }),
    earnings: '/admin/earnings',
    reconciliation: '/admin/earnings/reconciliation',
    difference: (differenceId: string) => href('/admin/earnings/reconciliation/:differenceId', { differenceId }),
    differenceDecision: (differenceId: string, decision: Below<'/admin/earnings/reconciliation/:differenceId'>) =>
      href(`/admin/earnings/reconciliation/:differenceId/${decision}`, { differenceId }),
    corrections: '/admin/earnings/corrections',
    correction: (correctionId: string) => href('/admin/earnings/corrections/:correctionId', { correctionId }),
    correctionDecision: (correctionId: string, decision: Below<'/admin/earnings/corrections/:correctionId'>) =>
      href(`/admin/earnings/corrections/:correctionId/${decision}`, { correctionId }),
    correctionProposal: '/admin/earnings/corrections/new',
    payouts: '/admin/earnings/payouts',
    payout: (payoutId: string) => href('/admin/earnings/payouts/:payoutId', { payoutId }),
    payoutDecision: (payoutId: string, decision: Below<'/admin/earnings/payouts/:payoutId'>) =>
      href(`/admin/earnings/payouts/:payoutId/${decision}`, { payoutId }),
    payoutAccountDecision: (accountId: string, decision: Below<'/admin/earnings/payouts/accounts/:accountId'>) =>
      href(`/admin/earnings/payouts/accounts/:accountId/${decision}`, { accountId }),
    creatorPayout: (creatorId: string) => href('/admin/earnings/payouts/creators/:creatorId', { creatorId }),
    payoutResumption: '/admin/earnings/payouts/resumption',
    refunds: '/admin/earnings/refunds',
    refund: (refundId: string) => href('/admin/earnings/refunds/:refundId', { refundId }),
    refundDecision: (refundId: string, decision: Below<'/admin/earnings/refunds/:refundId'>) =>
      href(`/admin/earnings/refunds/:refundId/${decision}`, { refundId }),
    refundRequest: '/admin/earnings/refunds/requests',
    chargebacks: '/admin/earnings/chargebacks',
    chargeback: (chargebackId: string) => href('/admin/earnings/chargebacks/:chargebackId', { chargebackId }),
    chargebackDecision: (chargebackId: string, decision: Below<'/admin/earnings/chargebacks/:chargebackId'>) =>
      href(`/admin/earnings/chargebacks/:chargebackId/${decision}`, { chargebackId }),
    ledger: '/admin/earnings/ledger',
    ledgerEntry: (entryId: string) => href('/admin/earnings/ledger/entries/:entryId', { entryId }),
    moneyExport: '/admin/earnings/export',
    plans: '/admin/plans',
    planPlace: (plan: string) => href('/admin/plans/:plan/place', { plan }),
    planRetirement: (plan: string) => href('/admin/plans/:plan/retirement', { plan }),
    planFeatures: '/admin/plans/features',
    planFeature: (featureId: string, decision: Below<'/admin/plans/features/:featureId'>) =>
      href(`/admin/plans/features/:featureId/${decision}`, { featureId }),
    promoCodes: '/admin/plans/promo-codes',
    promoCodeSwitch: (promoCodeId: string) => href('/admin/plans/promo-codes/:promoCodeId/switch', { promoCodeId }),
    payments: '/admin/payments',
    team: '/admin/team',
    teamDecision: (memberId: string, decision: Below<'/admin/team/:memberId'>) =>
      href(`/admin/team/:memberId/${decision}`, { memberId }),
    security: '/admin/security',
    securityDecision: (decision: Below<'/admin/security'>) => href(`/admin/security/${decision}`),
    viewers: '/admin/viewers',
    /** A fan or creator as support sees them. */
    viewer: (personId: string) => href('/admin/viewers/:personId', { personId }),
    content: '/admin/content',
    contentPost: (postId: string) => href('/admin/content/:postId', { postId }),
    contentDecision: (postId: string, decision: Below<'/admin/content/:postId'>) =>
      href(`/admin/content/:postId/${decision}`, { postId }),
    blockedMedia: '/admin/content/blocked',
    refusalLifting: (blockId: string) => href('/admin/content/blocked/:blockId/lifting', { blockId }),
    blockedMediumUnblock: (blockId: string) => href('/admin/content/blocked/:blockId/unblocking', { blockId }),
    trace: '/admin/content/trace',
    reports: '/admin/content/reports',
    report: (reportId: string) => href('/admin/content/reports/:reportId', { reportId }),
    reportDecision: (reportId: string, decision: Below<'/admin/content/reports/:reportId'>) =>
      href(`/admin/content/reports/:reportId/${decision}`, { reportId }),
    activity: '/admin/activity',
  },

  // Files and the demo
  // A premium page names a hundred files, so these are put together without looking for parameters; links.test.ts finds their routes.
  media: (mediaId: string, rendition: string) => `/media/${mediaId}/${rendition}`,
  document: (documentId: string) => href('/documents/:documentId', { documentId }),
  upload: (uploadId?: string) => href('/uploads/:uploadId?', { uploadId }),
  demoMail: '/dev/mail',
  demoAccounts: '/dev/accounts',
} as const satisfies Links

/** The pages that the domain names, by the name it gives them. */
const PAGES = {
  acceptable_use: to.acceptableUse,
  application: to.dashboard,
  billing: to.subscription,
  book: to.book,
  call: to.call,
  cancel_deletion: to.cancelDeletion,
  chargeback: (id?: string) => (id ? to.admin.chargeback(id) : to.admin.chargebacks),
  chat: to.chat,
  creator: to.creator,
  creator_access: to.creatorAccess,
  creator_fee: to.creatorFee,
  creator_fee_payment: to.creatorFeeCallback,
  earnings: to.earnings,
  export: to.dataExport,
  fan_onboarding: to.fanOnboarding.intro,
  fan_onboarding_access: to.fanOnboarding.access,
  fan_onboarding_plan: to.fanOnboarding.plan,
  message_unlock: to.unlockMessage,
  notification_choices: to.notificationChoices,
  notifications: to.notifications,
  own_post: to.ownPost,
  pass_renewal: to.renewPass,
  payment: to.paymentCallback,
  payout: (id?: string) => (id ? to.admin.payout(id) : to.admin.payouts),
  payout_account: to.payoutAccount,
  payouts: to.payouts,
  post: to.unlock,
  post_page: to.post,
  premium_creator: to.premiumCreator,
  premium_feed: to.premiumFeed,
  public_feed: to.feed,
  receipt: to.receipt,
  received_request: to.receivedRequest,
  reconciliation: to.admin.reconciliation,
  refund: (id?: string) => (id ? to.admin.refund(id) : to.admin.refunds),
  report: (id?: string) => (id ? to.admin.report(id) : to.admin.reports),
  request: to.request,
  release: to.askedRelease,
  request_form: to.requestForm,
  reviewed_post: (id?: string) => (id ? to.admin.contentPost(id) : to.admin.content),
  security: to.security,
  sign_in: to.signIn,
  sign_in_link: to.signInLink,
  staff_invite: to.staffOnboarding.invite,
  stored: (path: string) => path,
  subscribe: to.subscribe,
  tip: to.tip,
  unlocked_post: to.unlockedPost,
  top_up: to.topUp,
  wallet: to.wallet,
  wanted: to.wanted,
} satisfies Record<Target['kind'], string | ((id: string) => string)>

/** The address of a page that the domain names. */
export function addressOf(target: Target): string {
  const page: string | ((id: string) => string) = PAGES[target.kind]
  return withQuery(
    typeof page === 'string' ? page : page('id' in target ? target.id! : ''),
    'query' in target ? target.query : {},
  )
}

/** An address with a query; entries without a value are left out, an empty text is one. */
export function withQuery(
  path: string,
  query: Record<string, string | number | false | null | undefined> = {},
): string {
  const given = Object.entries(query).filter(([, value]) => value || value === '')
  return given.length > 0 ? `${path}?${new URLSearchParams(given as [string, string][])}` : path
}
