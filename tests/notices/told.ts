import { addComment } from '#app/domain/comments/add-comment.server.ts'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { addMediumToMessage } from '#app/domain/chat/add-media.server.ts'
import { createMassMessage } from '#app/domain/chat/create-mass-message.server.ts'
import { sendMedia } from '#app/domain/chat/send-media.server.ts'
import { setPresence } from '#app/domain/creators/set-presence.server.ts'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import { publish, type PublishedEvent } from '#app/domain/events/publish.server.ts'
import type { NotifyingEvent, PayloadOf, StaffEvent } from '#app/domain/events/registry.ts'
import { credit, debit } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { changeCreatorStatus } from '#app/domain/moderation/change-creator-status.server.ts'
import { keepVerifications } from '#app/domain/moderation/keep-verifications.server.ts'
import { approveWaitingPost, rejectWaitingPost, takeDownPost } from '#app/domain/moderation/review-content.server.ts'
import { decideAccountName } from '#app/domain/payouts/decide-account-name.server.ts'
import { remindOfPayoutAccount } from '#app/domain/payouts/remind-of-payout-account.server.ts'
import { buildExport } from '#app/domain/privacy/build-export.server.ts'
import { requestExport } from '#app/domain/privacy/request-export.server.ts'
import { declineRelease } from '#app/domain/releases/answer-release.server.ts'
import { nameCreator } from '#app/domain/releases/name-person.server.ts'
import { decideReport } from '#app/domain/reports/decide-report.server.ts'
import { fileReport } from '#app/domain/reports/file-report.server.ts'
import { openReport } from '#app/domain/reports/open-report.server.ts'
import { changePrice } from '#app/domain/requests/change-price.server.ts'
import { confirmPrice } from '#app/domain/requests/confirm-price.server.ts'
import { declineRequest } from '#app/domain/requests/decline-request.server.ts'
import { deliverRequest } from '#app/domain/requests/deliver-request.server.ts'
import { endDueRequests } from '#app/domain/requests/end-due-requests.server.ts'
import { submitDraft } from '#app/domain/posts/submit-draft.server.ts'
import { refundCreatorSubscriptions } from '#app/domain/subscriptions/refund-creator-subscriptions.server.ts'
import { runJob, runTask } from '#app/jobs.server.ts'
import { addDays, addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ownerDb } from '#tests/support/database.ts'
import { accepted, addReadyMedium, asked } from '#tests/support/requests.ts'
import { openPost } from '#tests/support/review.ts'
import { aTip, fillWallet, spend } from '#tests/support/spending.ts'
import { attempt, done, openThread, type Mode, type Scene } from './scene.ts'

/** By which channels: the list behind the bell, a mail at once, the daily summary, an alert on each browser. */
type Ways = Record<Mode, string>
type Owner = Parameters<typeof addReadyMedium>[0]

/** `tell` raises the event and returns whom it must reach, and the address that it must open. */
export type Told = {
  ways: Ways
  tell: (scene: Scene, owner: Owner) => Promise<{ to: string | readonly string[]; opens: string }>
}

const AT_ONCE: Ways = { standard: 'bell, mail, push', daily: 'bell, mail, push' }
const CAN_WAIT: Ways = { standard: 'bell, mail, push', daily: 'bell, push, summary' }
const SUMMARY_ONLY: Ways = { standard: 'bell, push', daily: 'bell, push, summary' }
const LIVE: Ways = { standard: 'bell, push', daily: 'bell, mail, push' }
const SUMMARY: Ways = { standard: 'bell, push, summary', daily: 'bell, push, summary' }
/** A suspension ends the sessions of an account, and with them the alerts on its browsers. */
const NO_ALERT: Ways = { standard: 'bell, mail', daily: 'bell, mail' }
const NO_MAIL: Ways = { standard: 'bell, push', daily: 'bell, push' }

type To = keyof Scene | readonly string[]
type Raised<Name extends NotifyingEvent> = { to: To; opens: string; payload: PayloadOf<Name>; actor?: keyof Scene }

/** An event that takes a gateway or weeks to raise: published as its command does, by whoever causes it in life. */
function says<Name extends NotifyingEvent>(
  event: Name,
  ways: Ways,
  facts: (scene: Scene) => Raised<Name>,
): Record<Name, Told> {
  const told: Told = {
    ways,
    tell: async (scene) => {
      const { to, opens, payload, actor } = facts(scene)
      const published = { event, actorId: actor ? scene[actor].id : null, objectId: newId(), payload }
      // An event that is also for staff says here nothing to them.
      await inTransaction((tx) => publish(tx, { ...published, alert: null } as unknown as PublishedEvent))
      return { to, opens }
    },
  }
  return { [event]: told } as Record<Name, Told>
}

const REASON = 'This breaks the rules of Peach.'
const AN_ID = '0190d3a0-0000-7000-8000-000000000001'

const ofPayout = (scene: Scene) => ({
  to: 'creator' as const,
  opens: '/dashboard/payouts',
  payload: { creator: { id: scene.creator.id }, amount: 'UGX 40,000', number: 'P-1', account: 'MTN', message: '' },
})
const ofEarnings = (scene: Scene) => ({
  to: 'creator' as const,
  opens: '/dashboard/earnings',
  payload: { creator: { id: scene.creator.id }, productName: 'A post', amount: 'UGX 4,000', owed: null },
})
const ofRefund = (scene: Scene) => ({
  to: 'fan' as const,
  opens: `/receipts/${AN_ID}`,
  actor: 'moderator' as const,
  payload: {
    buyer: { id: scene.fan.id, email: scene.fan.email },
    aboutId: scene.creator.id,
    productName: 'A post',
    amount: 'UGX 5,000',
    message: '',
    purchaseId: AN_ID,
  },
})
const ofDispute = (scene: Scene) => ({
  buyer: { id: scene.fan.id },
  aboutId: scene.creator.id,
  productName: 'A post',
  amount: 'UGX 5,000',
  contact: 'help@peach.example',
  receiptOf: AN_ID,
})
const ofPass = (scene: Scene) => ({
  to: 'fan' as const,
  opens: '/subscription',
  payload: { fan: { id: scene.fan.id }, planName: 'Monthly', on: '3 December 2026', price: 'UGX 180,000' },
})
const ofApplication = (scene: Scene) => ({
  to: 'creator' as const,
  opens: '/dashboard',
  actor: 'moderator' as const,
  payload: { creator: { id: scene.creator.id }, message: 'Welcome', next: 'Publish your first post.' },
})
const ofFee = (scene: Scene) => ({
  to: 'creator' as const,
  opens: '/creator-subscription?renew=1',
  payload: {
    creator: { id: scene.creator.id },
    kind: 'two_days' as const,
    on: '3 December 2026',
    price: 'UGX 20,000',
    fromEarnings: null,
    available: 'UGX 0',
  },
})
const ofSignIn = (scene: Scene) => ({
  to: 'fan' as const,
  opens: '/profile/security',
  actor: 'fan' as const,
  payload: { person: { id: scene.fan.id, email: scene.fan.email } },
})

async function statusNews(scene: Scene, ...changes: ('suspend' | 'reinstate' | 'block' | 'unblock')[]) {
  for (const change of changes)
    await done(changeCreatorStatus(scene.moderator, { creatorId: scene.creator.id, change, reason: REASON }))
  return { to: 'creator', opens: '/dashboard' }
}

async function waitingPost(scene: Scene): Promise<string> {
  const postId = newId()
  const draft = { caption: 'Backstage', audience: 'public' }
  await done(submitDraft(scene.creator, postId, draft, { tab: 'tab-1', version: 0 }))
  return postId
}

/** A post of text for subscribers, which the scene's fan reads. */
async function openedPost(scene: Scene): Promise<string> {
  const postId = newId()
  await ownerDb
    .insertInto('posts')
    .values({
      id: postId,
      creator_id: scene.creator.id,
      kind: 'text',
      caption: 'Backstage',
      audience: 'subscribers',
      state: 'published',
      published_at: new Date(),
      reviewed_at: new Date(),
    })
    .execute()
  return postId
}

async function lockedPost(scene: Scene, priceMinor = 5_000_000n): Promise<string> {
  const postId = await openedPost(scene)
  await ownerDb
    .updateTable('posts')
    .set({ audience: 'pay_to_unlock', price_minor: priceMinor })
    .where('id', '=', postId)
    .execute()
  return postId
}

/** A fan without a pass buys thirty days of the creator from the wallet. */
async function subscribe({ subscriber, creator }: Scene): Promise<void> {
  await fillWallet(subscriber, 500_000)
  await done(spend(subscriber, { kind: 'creator_subscription', creatorId: creator.id, renewal: false }))
}

const comment = (actor: Person, postId: string, replyTo?: string) =>
  done(addComment(actor, { postId, text: 'Lovely', attempt: attempt(), replyTo }))

const write = (actor: Person, to: { creatorId: string } | { threadId: string }) =>
  done(sendMessage(actor, { to, text: 'Hello', clientId: newId(), shownMinor: 500_000n, confirmed: true }))

async function lockedMessage(scene: Scene, owner: Owner): Promise<{ threadId: string; messageId: string }> {
  const threadId = await openThread(scene)
  await ownerDb.updateTable('chat_threads').set({ creator_muted: true }).where('id', '=', threadId).execute()
  await write(scene.fan, { threadId })
  const mediaId = await addReadyMedium(owner, scene.creator.id, null)
  await done(addMediumToMessage(scene.creator, { threadId }, mediaId))
  const media = { threadId, text: '', priceMinor: 1_000_000n, clientId: newId() }
  const { messageId } = (await done(sendMedia(scene.creator, media))) as { messageId: string }
  return { threadId, messageId }
}

async function reportedComment(scene: Scene): Promise<string> {
  const postId = await openedPost(scene)
  const { commentId } = await comment(scene.fan, postId)
  await ownerDb.insertInto('user_access').values({ id: newId(), user_id: scene.reporter.id, reason: 'test' }).execute()
  const typed = { reason: 'harassment', details: '', email: '', network: attempt() }
  const { reportId } = await done(fileReport(scene.reporter, { kind: 'comment', id: commentId, ...typed }))
  await openReport(scene.moderator, reportId)
  return reportId
}

const decide = async (scene: Scene, decision: 'dismissal' | 'warning' | 'removal') =>
  done(decideReport(scene.moderator, await reportedComment(scene), { decision, note: REASON }))

async function namedPerson(scene: Scene): Promise<string> {
  const postId = newId()
  await ownerDb
    .insertInto('posts')
    .values({ id: postId, creator_id: scene.creator.id, kind: 'photo', audience: 'subscribers', state: 'draft' })
    .execute()
  return (await done(nameCreator(scene.creator, postId, scene.performer.username!))).releaseId
}

async function makeAvailable(creator: Person, amountMinor: bigint): Promise<void> {
  const id = newId()
  await inTransaction((tx) =>
    postEntry(tx, {
      kind: 'test_earning',
      idempotencyKey: id,
      causeKind: 'test',
      causeId: id,
      happenedAt: now(),
      lines: [
        debit({ purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }, amountMinor),
        credit(creatorAccount('creator_available', creator.id), amountMinor),
      ],
    }),
  )
}

async function reverify(creator: Person, days: number): Promise<void> {
  await ownerDb
    .updateTable('creators')
    .set({ reverify_by: addDays(now(), days) })
    .where('profile_id', '=', creator.id)
    .execute()
  await keepVerifications()
}

const ALL_POST_FOLLOWERS = ['follower', 'asksForPosts']

/** Whom each event reaches, how, and where it leads: by its command wherever that takes a few lines. */
export const TOLD = {
  ...says('application_approved', AT_ONCE, ofApplication),
  ...says('application_changes_requested', AT_ONCE, ofApplication),
  ...says('application_rejected', AT_ONCE, ofApplication),
  ...says('blocked_media_returned', AT_ONCE, ({ creator }) => ({
    to: 'creator',
    opens: `/dashboard/posts/${AN_ID}`,
    payload: { creator: { id: creator.id }, postId: AN_ID },
  })),
  comment_answered: {
    ways: SUMMARY_ONLY,
    tell: async (scene) => {
      const postId = await openedPost(scene)
      const { commentId } = await comment(scene.fan, postId)
      await comment(scene.creator, postId, commentId)
      return { to: 'fan', opens: `/posts/${postId}` }
    },
  },
  comment_received: {
    ways: SUMMARY_ONLY,
    tell: async (scene) => {
      const postId = await openedPost(scene)
      await comment(scene.fan, postId)
      return { to: 'creator', opens: `/posts/${postId}` }
    },
  },
  creator_blocked: { ways: AT_ONCE, tell: (scene) => statusNews(scene, 'block') },
  ...says('creator_fee_reminded', AT_ONCE, ofFee),
  ...says('creator_income_at_risk', AT_ONCE, (scene) => ({
    ...ofFee(scene),
    opens: '/creator-subscription',
    payload: { ...ofFee(scene).payload, kind: 'hidden' as const },
  })),
  creator_reinstated: { ways: NO_ALERT, tell: (scene) => statusNews(scene, 'suspend', 'reinstate') },
  creator_subscribed: {
    ways: AT_ONCE,
    tell: async (scene) => {
      await subscribe(scene)
      return { to: 'creator', opens: '/dashboard/earnings' }
    },
  },
  creator_subscription_refunded: {
    ways: AT_ONCE,
    tell: async (scene) => {
      await subscribe(scene)
      const { creator, moderator } = scene
      await done(changeCreatorStatus(moderator, { creatorId: creator.id, change: 'block', reason: REASON }))
      await refundCreatorSubscriptions()
      return { to: 'subscriber', opens: '/wallet' }
    },
  },
  creator_suspended: { ways: NO_ALERT, tell: (scene) => statusNews(scene, 'suspend') },
  creator_unblocked: { ways: AT_ONCE, tell: (scene) => statusNews(scene, 'block', 'unblock') },
  creator_went_live: {
    ways: LIVE,
    tell: async ({ creator }) => {
      await done(setPresence(creator, true))
      return { to: ['follower', 'asksForLives'], opens: `/${creator.username}` }
    },
  },
  export_made: {
    ways: AT_ONCE,
    tell: async ({ fan }) => {
      await done(requestExport(fan))
      const { id } = await ownerDb
        .selectFrom('data_exports')
        .select('id')
        .where('profile_id', '=', fan.id)
        .executeTakeFirstOrThrow()
      await buildExport(id)
      return { to: 'fan', opens: '/profile/export' }
    },
  },
  ...says('fee_from_earnings_offered', AT_ONCE, ({ creator }) => ({
    to: 'creator',
    opens: '/creator-subscription',
    payload: { creator: { id: creator.id }, price: 'UGX 20,000', available: 'UGX 40,000' },
  })),
  mass_message_sent: {
    ways: SUMMARY,
    tell: async ({ fan, creator }) => {
      await ownerDb.insertInto('follows').values({ fan_id: fan.id, creator_id: creator.id }).execute()
      const message = { text: 'News', clientId: newId(), sendAt: null, files: null }
      const { id: massId } = await done(createMassMessage(creator, { ...message, audience: { kind: 'subscribers' } }))
      await ownerDb
        .updateTable('mass_messages')
        .set({ send_at: new Date(Date.now() - 1_000) })
        .where('id', '=', massId)
        .execute()
      await runTask('start messages to many')
      await runJob('deliver_mass_message', { massId, after: null })
      return { to: 'fan', opens: `/chat/${creator.id}` }
    },
  },
  message_received: {
    ways: CAN_WAIT,
    tell: async (scene) => {
      const threadId = await openThread(scene)
      await write(scene.fan, { threadId })
      return { to: 'creator', opens: `/chat/${threadId}` }
    },
  },
  message_unlocked: {
    ways: AT_ONCE,
    tell: async (scene, owner) => {
      const { threadId, messageId } = await lockedMessage(scene, owner)
      await done(spend(scene.fan, { kind: 'message_unlock', messageId }))
      return { to: 'creator', opens: `/chat/${threadId}` }
    },
  },
  ...says('pass_ended', AT_ONCE, ofPass),
  ...says('pass_ending', AT_ONCE, (scene) => ({
    ...ofPass(scene),
    payload: { ...ofPass(scene).payload, days: 3 as const, fromWallet: null },
  })),
  ...says('pass_not_renewed', AT_ONCE, (scene) => ({
    ...ofPass(scene),
    payload: { ...ofPass(scene).payload, reason: 'too_little' as const },
  })),
  ...says('payment_charged_back', AT_ONCE, (scene) => ({
    to: 'fan',
    opens: `/receipts/${AN_ID}`,
    payload: { ...ofDispute(scene), ended: 'pass' as const },
  })),
  ...says('payment_dispute_won', AT_ONCE, (scene) => ({
    to: 'fan',
    opens: '/subscription',
    payload: { ...ofDispute(scene), receiptOf: null },
  })),
  ...says('payout_account_changed', AT_ONCE, ({ creator }) => ({
    to: 'creator',
    opens: '/dashboard/payout-account',
    actor: 'creator',
    payload: { creator: { id: creator.id }, account: 'MTN', from: '3 December 2026' },
  })),
  payout_account_missing: {
    ways: AT_ONCE,
    tell: async ({ creator }) => {
      await makeAvailable(creator, 50_000_000n)
      await remindOfPayoutAccount()
      return { to: 'creator', opens: '/dashboard/payout-account' }
    },
  },
  payout_account_name_refused: {
    ways: AT_ONCE,
    tell: async ({ creator, manager }, owner) => {
      const accountId = newId()
      await owner.query(
        `insert into payout_accounts (id, creator_id, kind, bank_code, bank_name, number, account_name, state, code_expires_at, confirmed_at, usable_from)
         values ($1, $2, 'mobile_money', 'MTN', 'MTN', '+256770000931', 'Amina Kato', 'in_use', app_now(), app_now(), app_now())`,
        [accountId, creator.id],
      )
      await done(decideAccountName(manager, accountId, 'refused'))
      return { to: 'creator', opens: '/dashboard/payout-account' }
    },
  },
  ...says('payout_account_set', AT_ONCE, ({ creator }) => ({
    to: 'creator',
    opens: '/dashboard/payout-account',
    actor: 'creator',
    payload: { creator: { id: creator.id }, account: 'MTN' },
  })),
  ...says('payout_account_stopped', AT_ONCE, (scene) => ({ ...ofPayout(scene), opens: '/dashboard/payout-account' })),
  ...says('payout_cancelled', AT_ONCE, (scene) => ({ ...ofPayout(scene), actor: 'moderator' })),
  ...says('payout_completed', AT_ONCE, ofPayout),
  ...says('payout_failed', AT_ONCE, ofPayout),
  ...says('payout_reversed', AT_ONCE, ofPayout),
  person_warned: {
    ways: AT_ONCE,
    tell: async (scene) => {
      await decide(scene, 'warning')
      return { to: 'fan', opens: '/acceptable-use' }
    },
  },
  post_approved: {
    ways: AT_ONCE,
    tell: async (scene) => {
      const postId = await waitingPost(scene)
      await openPost(scene.moderator, postId)
      await done(approveWaitingPost(scene.moderator, postId))
      return { to: 'creator', opens: `/dashboard/posts/${postId}` }
    },
  },
  ...says('post_failed', AT_ONCE, ({ creator }) => ({
    to: 'creator',
    opens: `/dashboard/posts/${AN_ID}`,
    payload: { creator: { id: creator.id }, postId: AN_ID },
  })),
  post_published: {
    ways: SUMMARY_ONLY,
    tell: async (scene) => {
      const postId = await waitingPost(scene)
      await openPost(scene.moderator, postId)
      await done(approveWaitingPost(scene.moderator, postId))
      return { to: ALL_POST_FOLLOWERS, opens: `/${scene.creator.username}` }
    },
  },
  post_rejected: {
    ways: AT_ONCE,
    tell: async (scene) => {
      const postId = await waitingPost(scene)
      await openPost(scene.moderator, postId)
      await done(rejectWaitingPost(scene.moderator, postId, { message: REASON, block: false }))
      return { to: 'creator', opens: `/dashboard/posts/${postId}` }
    },
  },
  post_removed: {
    ways: AT_ONCE,
    tell: async (scene) => {
      const postId = await openedPost(scene)
      await done(takeDownPost(scene.moderator, postId, REASON))
      return { to: 'creator', opens: `/dashboard/posts/${postId}` }
    },
  },
  post_unlocked: {
    ways: AT_ONCE,
    tell: async (scene) => {
      const postId = await lockedPost(scene)
      await done(spend(scene.fan, { kind: 'post_unlock', postId }))
      return { to: 'creator', opens: `/posts/${postId}` }
    },
  },
  purchase_completed: {
    ways: AT_ONCE,
    tell: async (scene) => {
      await subscribe(scene)
      return { to: 'subscriber', opens: `/gal/${scene.creator.id}` }
    },
  },
  ...says('refund_decided', AT_ONCE, ofRefund),
  ...says('refund_declined', AT_ONCE, ofRefund),
  ...says('refund_failed', AT_ONCE, ofRefund),
  ...says('refund_paid_to_earnings', AT_ONCE, (scene) => ({
    ...ofRefund(scene),
    to: 'creator',
    payload: { ...ofRefund(scene).payload, buyer: { id: scene.creator.id } },
  })),
  ...says('refund_paid_to_wallet', AT_ONCE, ofRefund),
  ...says('refund_sent', AT_ONCE, ofRefund),
  release_answered: {
    ways: AT_ONCE,
    tell: async (scene) => {
      const releaseId = await namedPerson(scene)
      await done(declineRelease({ actor: scene.performer, releaseId }))
      const { post_id: postId } = await ownerDb
        .selectFrom('releases')
        .select('post_id')
        .where('id', '=', releaseId)
        .executeTakeFirstOrThrow()
      return { to: 'creator', opens: `/dashboard/posts/${postId}` }
    },
  },
  release_asked: {
    ways: AT_ONCE,
    tell: async (scene) => ({ opens: `/dashboard/releases/${await namedPerson(scene)}`, to: 'performer' }),
  },
  report_decided: {
    ways: CAN_WAIT,
    tell: async (scene) => {
      await decide(scene, 'dismissal')
      return { to: 'reporter', opens: '/acceptable-use' }
    },
  },
  request_accepted: {
    ways: AT_ONCE,
    tell: async ({ fan, creator }) => ({ to: 'fan', opens: `/requests/${await accepted(fan, creator)}` }),
  },
  request_declined: {
    ways: AT_ONCE,
    tell: async ({ fan, creator }) => {
      const requestId = await asked(fan, creator)
      await done(declineRequest(creator, requestId))
      return { to: 'fan', opens: `/requests/${requestId}` }
    },
  },
  request_delivered: {
    ways: AT_ONCE,
    tell: async ({ fan, creator }, owner) => {
      const requestId = await accepted(fan, creator)
      await addReadyMedium(owner, creator.id, requestId)
      await done(deliverRequest(creator, requestId))
      return { to: 'fan', opens: `/requests/${requestId}` }
    },
  },
  request_lapsed: {
    ways: AT_ONCE,
    tell: async ({ fan, creator }) => {
      const requestId = await asked(fan, creator)
      await ownerDb
        .updateTable('custom_requests')
        .set({ asked_at: addDays(now(), -1), answer_by: addMinutes(now(), -1) })
        .where('id', '=', requestId)
        .execute()
      await endDueRequests()
      return { to: 'fan', opens: `/requests/${requestId}` }
    },
  },
  request_price_changed: {
    ways: AT_ONCE,
    tell: async ({ fan, creator }) => {
      const requestId = await asked(fan, creator)
      await done(changePrice(creator, requestId, 15_000_000n))
      return { to: 'fan', opens: `/requests/${requestId}` }
    },
  },
  request_price_confirmed: {
    ways: AT_ONCE,
    tell: async ({ fan, creator }) => {
      const requestId = await asked(fan, creator)
      const { version } = await done(changePrice(creator, requestId, 15_000_000n))
      await done(confirmPrice(fan, requestId, version))
      return { to: 'creator', opens: `/dashboard/requests/${requestId}` }
    },
  },
  request_received: {
    ways: AT_ONCE,
    tell: async ({ fan, creator }) => ({ to: 'creator', opens: `/dashboard/requests/${await asked(fan, creator)}` }),
  },
  ...says('sale_charged_back', AT_ONCE, ofEarnings),
  ...says('sale_refunded', AT_ONCE, ofEarnings),
  ...says('sale_reinstated', AT_ONCE, ofEarnings),
  text_removed: {
    ways: AT_ONCE,
    tell: async (scene) => {
      await decide(scene, 'removal')
      return { to: 'fan', opens: '/acceptable-use' }
    },
  },
  tip_received: {
    ways: AT_ONCE,
    tell: async ({ fan, creator }) => {
      await done(spend(fan, aTip(creator.id, 5_000)))
      return { to: 'creator', opens: '/dashboard/earnings' }
    },
  },
  verification_due: {
    ways: AT_ONCE,
    tell: async ({ creator }) => {
      await reverify(creator, 20)
      return { to: 'creator', opens: '/dashboard' }
    },
  },
  verification_expired: {
    ways: AT_ONCE,
    tell: async ({ creator }) => {
      await reverify(creator, 0)
      return { to: 'creator', opens: '/dashboard' }
    },
  },
  ...says('authenticator_set_up', AT_ONCE, ofSignIn),
  ...says('authenticator_removed', AT_ONCE, ofSignIn),
  ...says('recovery_codes_renewed', AT_ONCE, ofSignIn),
  ...says('passkey_added', AT_ONCE, ofSignIn),
  ...says('passkey_removed', AT_ONCE, ofSignIn),
  ...says('passkeys_removed', AT_ONCE, ofSignIn),
} satisfies Record<Exclude<NotifyingEvent, 'staff_alerted'>, Told>

/** What is no event of its own, and goes another way: to the other side, or without a mail. */
export const ALSO: readonly (Told & { event: NotifyingEvent; because: string })[] = [
  {
    event: 'message_received',
    because: 'the creator answers: the fan is told',
    ways: CAN_WAIT,
    tell: async (scene) => {
      const threadId = await openThread(scene)
      await ownerDb.updateTable('chat_threads').set({ creator_muted: true }).where('id', '=', threadId).execute()
      await write(scene.fan, { threadId })
      await write(scene.creator, { threadId })
      return { to: 'fan', opens: `/chat/${threadId}` }
    },
  },
  {
    event: 'tip_received',
    because: 'a small tip after the first one is not mailed',
    ways: NO_MAIL,
    tell: async ({ fan, creator }) => {
      await done(spend(fan, aTip(creator.id, 5_000)))
      await ownerDb.deleteFrom('event_outbox').where('event', '=', 'tip_received').execute()
      await done(spend(fan, aTip(creator.id, 6_000)))
      return { to: 'creator', opens: '/dashboard/earnings' }
    },
  },
]

export type AboutStaff = { roles: readonly StaffRole[]; opens: (id: string) => string }

const EARNINGS = ['earnings-manager', 'super-admin', 'owner'] as const
const CONTENT = ['content-moderator', 'super-admin', 'owner'] as const
const chargeback = (id: string) => `/admin/earnings/chargebacks/${id}`
const payout = (id: string) => `/admin/earnings/payouts/${id}`
const refund = (id: string) => `/admin/earnings/refunds/${id}`
const reconciliation = () => '/admin/earnings/reconciliation'

/** Which roles are told of what is urgent at work, and the page that it opens where there is one of them. */
export const TOLD_STAFF: Record<StaffEvent, AboutStaff> = {
  blocked_media_returned: { roles: CONTENT, opens: (id) => `/admin/content/${id}` },
  books_breached: { roles: EARNINGS, opens: reconciliation },
  chargeback_answer_refused: { roles: EARNINGS, opens: chargeback },
  chargeback_due_soon: { roles: EARNINGS, opens: chargeback },
  chargeback_due_very_soon: { roles: EARNINGS, opens: chargeback },
  chargeback_received: { roles: EARNINGS, opens: chargeback },
  gateway_differs: { roles: EARNINGS, opens: reconciliation },
  payout_arrived_late: { roles: EARNINGS, opens: payout },
  payout_needs_review: { roles: EARNINGS, opens: payout },
  payout_reversed: { roles: EARNINGS, opens: payout },
  payouts_halted: { roles: EARNINGS, opens: () => '/admin/earnings/payouts' },
  refund_failed: { roles: EARNINGS, opens: refund },
  refund_held_up: { roles: EARNINGS, opens: refund },
  refund_without_an_end: { roles: EARNINGS, opens: refund },
  report_filed: {
    roles: ['content-moderator', 'support', 'super-admin', 'owner'],
    opens: (id) => `/admin/content/reports/${id}`,
  },
}
