import { applicationApproved } from './application-approved.ts'
import { applicationChangesRequested } from './application-changes-requested.ts'
import { applicationRejected } from './application-rejected.ts'
import { blockedMediaReturned } from './blocked-media-returned.ts'
import { booksBreached } from './books-breached.ts'
import { chargebackAnswerRefused } from './chargeback-answer-refused.ts'
import { chargebackDueSoon } from './chargeback-due-soon.ts'
import { chargebackDueVerySoon } from './chargeback-due-very-soon.ts'
import { chargebackReceived } from './chargeback-received.ts'
import { commentAnswered } from './comment-answered.ts'
import { commentReceived } from './comment-received.ts'
import { creatorBlocked } from './creator-blocked.ts'
import { creatorReinstated } from './creator-reinstated.ts'
import { creatorSuspended } from './creator-suspended.ts'
import { creatorUnblocked } from './creator-unblocked.ts'
import { creatorFeeReminded, creatorIncomeAtRisk } from './creator-fee-reminded.ts'
import { creatorSubscribed } from './creator-subscribed.ts'
import { creatorSubscriptionRefunded } from './creator-subscription-refunded.ts'
import { creatorWentLive } from './creator-went-live.ts'
import { exportMade } from './export-made.ts'
import { feeFromEarningsOffered } from './fee-from-earnings-offered.ts'
import { gatewayDiffers } from './gateway-differs.ts'
import { massMessageSent } from './mass-message-sent.ts'
import { messageReceived } from './message-received.ts'
import { messageUnlocked } from './message-unlocked.ts'
import { passEnded } from './pass-ended.ts'
import { passEnding } from './pass-ending.ts'
import { passNotRenewed } from './pass-not-renewed.ts'
import { paymentDisputeWon } from './payment-dispute-won.ts'
import { paymentChargedBack } from './payment-charged-back.ts'
import { payoutAccountChanged, payoutAccountSet } from './payout-account-changed.ts'
import { payoutAccountNameRefused } from './payout-account-name-refused.ts'
import { payoutAccountStopped } from './payout-account-stopped.ts'
import { payoutAccountMissing } from './payout-account-missing.ts'
import { payoutArrivedLate } from './payout-arrived-late.ts'
import { payoutCancelled } from './payout-cancelled.ts'
import { payoutCompleted } from './payout-completed.ts'
import { payoutFailed } from './payout-failed.ts'
import { payoutNeedsReview } from './payout-needs-review.ts'
import { payoutReversed } from './payout-reversed.ts'
import { payoutsHalted } from './payouts-halted.ts'
import { personWarned } from './person-warned.ts'
import { postApproved } from './post-approved.ts'
import { postFailed } from './post-failed.ts'
import { postPublished } from './post-published.ts'
import { postRejected } from './post-rejected.ts'
import { postRemoved } from './post-removed.ts'
import { postUnlocked } from './post-unlocked.ts'
import { purchaseCompleted } from './purchase-completed.ts'
import { refundDecided } from './refund-decided.ts'
import { refundDeclined } from './refund-declined.ts'
import { refundFailed } from './refund-failed.ts'
import { refundHeldUp } from './refund-held-up.ts'
import { refundPaidToEarnings } from './refund-paid-to-earnings.ts'
import { refundPaidToWallet } from './refund-paid-to-wallet.ts'
import { refundSent } from './refund-sent.ts'
import { refundWithoutAnEnd } from './refund-without-an-end.ts'
import { releaseAnswered } from './release-answered.ts'
import { releaseAsked } from './release-asked.ts'
import { reportDecided } from './report-decided.ts'
import { reportFiled } from './report-filed.ts'
import { requestAccepted } from './request-accepted.ts'
import { requestDeclined } from './request-declined.ts'
import { requestDelivered } from './request-delivered.ts'
import { requestLapsed } from './request-lapsed.ts'
import { requestPriceChanged } from './request-price-changed.ts'
import { requestPriceConfirmed } from './request-price-confirmed.ts'
import { requestReceived } from './request-received.ts'
import { saleChargedBack } from './sale-charged-back.ts'
import { saleRefunded } from './sale-refunded.ts'
import { saleReinstated } from './sale-reinstated.ts'
import { signInEvents } from './sign-in-changed.ts'
import { staffAlerted } from './staff-alerted.ts'
import { textRemoved } from './text-removed.ts'
import { tipReceived } from './tip-received.ts'
import { verificationDue } from './verification-due.ts'
import { verificationExpired } from './verification-expired.ts'
import type { EventDefinition, Notice, StaffNotice } from './event.ts'
import { MANDATORY, type Mandatory } from './topics.ts'
import { RECORDED, type RecordedEvent } from './recorded.ts'

/** Every event that notifies somebody, by its stored name. */
export const EVENTS = {
  application_approved: applicationApproved,
  application_changes_requested: applicationChangesRequested,
  application_rejected: applicationRejected,
  blocked_media_returned: blockedMediaReturned,
  books_breached: booksBreached,
  chargeback_answer_refused: chargebackAnswerRefused,
  chargeback_due_soon: chargebackDueSoon,
  chargeback_due_very_soon: chargebackDueVerySoon,
  chargeback_received: chargebackReceived,
  comment_answered: commentAnswered,
  comment_received: commentReceived,
  creator_blocked: creatorBlocked,
  creator_fee_reminded: creatorFeeReminded,
  creator_income_at_risk: creatorIncomeAtRisk,
  creator_reinstated: creatorReinstated,
  creator_subscribed: creatorSubscribed,
  creator_subscription_refunded: creatorSubscriptionRefunded,
  creator_suspended: creatorSuspended,
  creator_unblocked: creatorUnblocked,
  creator_went_live: creatorWentLive,
  export_made: exportMade,
  fee_from_earnings_offered: feeFromEarningsOffered,
  gateway_differs: gatewayDiffers,
  mass_message_sent: massMessageSent,
  message_received: messageReceived,
  message_unlocked: messageUnlocked,
  pass_ended: passEnded,
  pass_ending: passEnding,
  pass_not_renewed: passNotRenewed,
  payment_dispute_won: paymentDisputeWon,
  payment_charged_back: paymentChargedBack,
  payout_account_changed: payoutAccountChanged,
  payout_account_missing: payoutAccountMissing,
  payout_account_name_refused: payoutAccountNameRefused,
  payout_account_set: payoutAccountSet,
  payout_account_stopped: payoutAccountStopped,
  payout_arrived_late: payoutArrivedLate,
  payout_cancelled: payoutCancelled,
  payout_completed: payoutCompleted,
  payout_failed: payoutFailed,
  payout_needs_review: payoutNeedsReview,
  payout_reversed: payoutReversed,
  payouts_halted: payoutsHalted,
  person_warned: personWarned,
  post_approved: postApproved,
  post_failed: postFailed,
  post_published: postPublished,
  post_rejected: postRejected,
  post_removed: postRemoved,
  post_unlocked: postUnlocked,
  purchase_completed: purchaseCompleted,
  refund_decided: refundDecided,
  refund_declined: refundDeclined,
  refund_failed: refundFailed,
  refund_held_up: refundHeldUp,
  refund_paid_to_earnings: refundPaidToEarnings,
  refund_paid_to_wallet: refundPaidToWallet,
  refund_sent: refundSent,
  refund_without_an_end: refundWithoutAnEnd,
  release_answered: releaseAnswered,
  release_asked: releaseAsked,
  report_decided: reportDecided,
  report_filed: reportFiled,
  request_accepted: requestAccepted,
  request_declined: requestDeclined,
  request_delivered: requestDelivered,
  request_lapsed: requestLapsed,
  request_price_changed: requestPriceChanged,
  request_price_confirmed: requestPriceConfirmed,
  request_received: requestReceived,
  sale_charged_back: saleChargedBack,
  sale_refunded: saleRefunded,
  sale_reinstated: saleReinstated,
  staff_alerted: staffAlerted,
  text_removed: textRemoved,
  tip_received: tipReceived,
  verification_due: verificationDue,
  verification_expired: verificationExpired,
  ...signInEvents,
}

type Events = typeof EVENTS
export type NotifyingEvent = {
  [Name in keyof Events]: Events[Name] extends { notice: unknown } ? Name : never
}[keyof Events]
export type StaffEvent = {
  [Name in keyof Events]: Events[Name] extends { staff: unknown } ? Name : never
}[keyof Events]
export type EventName = keyof Events | RecordedEvent
export type PayloadOf<Name extends NotifyingEvent> = Events[Name] extends { notice: Notice<infer Payload> }
  ? Payload
  : never

function definitionOf(name: string): EventDefinition<unknown> | null {
  return Object.hasOwn(EVENTS, name) ? (EVENTS[name as keyof Events] as EventDefinition<unknown>) : null
}

/** The kind of object that an event is recorded with; null where it is not recorded. */
export function objectKindOf(name: EventName): string | null {
  return Object.hasOwn(RECORDED, name) ? RECORDED[name as RecordedEvent] : definitionOf(name)!.object
}

/** What people are told about an event. Throws for an unknown name: that is a bug of the sender. */
export function noticeOf(name: string): Notice<unknown> {
  const notice = definitionOf(name)?.notice
  if (!notice) throw new Error(`no event ${name} notifies anybody`)
  return notice
}

/** What staff are told about an event; null where it isn't for them. */
export function staffNoticeOf(name: string): StaffNotice | null {
  return definitionOf(name)?.staff ?? null
}

/** Why events can't be switched off that have no switch, where a person can get them: `work` is for staff. */
export function mandatoryFor(userType: string): Mandatory[] {
  const used = new Set<string | undefined>(
    Object.values(EVENTS).map((one) => ('notice' in one ? one.notice.preference : undefined)),
  )
  const isStaff = userType === 'admin' || userType === 'owner'
  return (Object.keys(MANDATORY) as Mandatory[]).filter((name) => used.has(name) && (name !== 'work' || isStaff))
}
