import type { Target } from '#app/domain/events/target.ts'
import { toAdmin } from './admin-links.ts'
import { toDashboard } from './dashboard-links.ts'
import { to, withQuery } from './links.ts'

/** The pages that the domain names, by the name it gives them. */
const PAGES = {
  acceptable_use: to.acceptableUse,
  application: to.dashboard,
  billing: to.subscription,
  book: to.book,
  call: to.call,
  cancel_deletion: to.cancelDeletion,
  chargeback: (id?: string) => (id ? toAdmin.chargeback(id) : toAdmin.chargebacks),
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
  own_post: toDashboard.ownPost,
  pass_renewal: to.renewPass,
  payment: to.paymentCallback,
  payout: (id?: string) => (id ? toAdmin.payout(id) : toAdmin.payouts),
  payout_account: toDashboard.payoutAccount,
  payouts: to.payouts,
  post: to.unlock,
  post_page: to.post,
  premium_creator: to.premiumCreator,
  premium_feed: to.premiumFeed,
  public_feed: to.feed,
  receipt: to.receipt,
  received_request: toDashboard.receivedRequest,
  reconciliation: toAdmin.reconciliation,
  refund: (id?: string) => (id ? toAdmin.refund(id) : toAdmin.refunds),
  report: (id?: string) => (id ? toAdmin.report(id) : toAdmin.reports),
  request: to.request,
  release: toDashboard.askedRelease,
  request_form: to.requestForm,
  reviewed_post: (id?: string) => (id ? toAdmin.contentPost(id) : toAdmin.content),
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
