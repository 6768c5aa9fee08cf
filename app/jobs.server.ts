import { sql } from 'kysely'
import { auditBooks } from '#app/domain/audit/audit-books.server.ts'
import { deliverMassMessage } from '#app/domain/chat/deliver-mass-message.server.ts'
import { hasReadThread } from '#app/domain/chat/read-thread.server.ts'
import { startMassMessages } from '#app/domain/chat/start-mass-messages.server.ts'
import { sendWaitingMedia } from '#app/domain/chat/send-waiting-media.server.ts'
import { removeUnsent } from '#app/domain/chat/unsend-mass-message.server.ts'
import { welcomeFan } from '#app/domain/chat/welcome-fan.server.ts'
import { awardTopBadges } from '#app/domain/creators/award-top-badges.server.ts'
import { earnFeeWeeks } from '#app/domain/creators/earn-fee-weeks.server.ts'
import { offerFeeFromEarnings } from '#app/domain/creators/offer-fee-from-earnings.server.ts'
import { countDueSubscribers } from '#app/domain/creators/count-due-subscribers.server.ts'
import { remindOfFees } from '#app/domain/creators/remind-of-fees.server.ts'
import { indexCreators } from '#app/domain/creators/index-creators.server.ts'
import { refreshListings } from '#app/domain/creators/refresh-listed.server.ts'
import { purgeApplicationDrafts } from '#app/domain/applications/purge-application-drafts.server.ts'
import { freeErasedUsernames } from '#app/domain/identity/free-erased-usernames.server.ts'
import { purgeFanDrafts } from '#app/domain/identity/purge-fan-drafts.server.ts'
import { purgeSignInTraces } from '#app/domain/identity/purge-sign-in-traces.server.ts'
import { foldAccounts } from '#app/domain/ledger/fold-accounts.server.ts'
import { sealAllEntries, sealNewEntries } from '#app/domain/ledger/seal-entries.server.ts'
import { destroyDueDocuments } from '#app/domain/documents/destroy-due-documents.server.ts'
import { destroyOrphans } from '#app/domain/media/destroy-orphans.server.ts'
import { encodeVoice } from '#app/domain/media/encode-voice.server.ts'
import { forgetMediaFetches } from '#app/domain/media/forget-media-fetches.server.ts'
import { destroyForgottenObjects } from '#app/domain/media/forget-objects.server.ts'
import { makeRenditions, resumeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { resumeVideos, transcodeNextVideo } from '#app/domain/media/transcode-video.server.ts'
import { releaseEarnings } from '#app/domain/earnings/release-earnings.server.ts'
import { sumEarnings } from '#app/domain/earnings/sum-earnings.server.ts'
import { forgetOldUses } from '#app/domain/usage/forget-old-uses.server.ts'
import { shareWeeks } from '#app/domain/shares/share-weeks.server.ts'
import { removeExpiredUploads } from '#app/domain/uploads/remove-expired-uploads.server.ts'
import { keepVerifications } from '#app/domain/moderation/keep-verifications.server.ts'
import { purgeCaughtMails } from '#app/gateways/mailer/caught-mailer.server.ts'
import { deliverDigest } from '#app/domain/notifications/deliver-digest.server.ts'
import { deliverEvent, type HasSeen } from '#app/domain/notifications/deliver-event.server.ts'
import { deliverMail } from '#app/domain/notifications/deliver-mail.server.ts'
import { deliverPush } from '#app/domain/notifications/deliver-push.server.ts'
import { fanOutEvent } from '#app/domain/notifications/fan-out-event.server.ts'
import { releaseHeld } from '#app/domain/notifications/release-held.server.ts'
import { purgeNotifications } from '#app/domain/notifications/purge-notifications.server.ts'
import { startDigests } from '#app/domain/notifications/start-digests.server.ts'
import { sendEmail } from '#app/domain/notifications/send-email.server.ts'
import { retryFailedPayouts } from '#app/domain/payouts/retry-payouts.server.ts'
import { publishDuePosts } from '#app/domain/posts/publish-due-posts.server.ts'
import { remindOfPayoutAccount } from '#app/domain/payouts/remind-of-payout-account.server.ts'
import { runWeeklyPayouts } from '#app/domain/payouts/run-weekly-payouts.server.ts'
import { sealPlainNumbers } from '#app/domain/payouts/seal-plain-numbers.server.ts'
import { keepPayoutsMoving } from '#app/domain/payouts/send-payouts.server.ts'
import { buildExport } from '#app/domain/privacy/build-export.server.ts'
import { mailDeletionLink } from '#app/domain/privacy/cancel-deletion.server.ts'
import { endExports } from '#app/domain/privacy/end-exports.server.ts'
import { eraseDueAccounts } from '#app/domain/privacy/erase-due-accounts.server.ts'
import { payDueFees } from '#app/domain/purchases/pay-due-fees.server.ts'
import { processWebhookEvent, retryWebhookEvents } from '#app/domain/purchases/process-webhook-event.server.ts'
import { releasePromos } from '#app/domain/promotions/release-promos.server.ts'
import { renewPasses } from '#app/domain/purchases/renew-passes.server.ts'
import { exchangeDollarPasses } from '#app/domain/subscriptions/exchange-pass.server.ts'
import { remindOfEnds } from '#app/domain/subscriptions/remind-of-ends.server.ts'
import { sendRefunds } from '#app/domain/payments/send-refunds.server.ts'
import { readChargebacks } from '#app/domain/refunds/read-chargebacks.server.ts'
import { refundRemoved } from '#app/domain/refunds/refund-removed.server.ts'
import { reconcilePayments } from '#app/domain/purchases/reconcile-payments.server.ts'
import { forgetReleases } from '#app/domain/releases/forget-releases.server.ts'
import { forgetReports } from '#app/domain/reports/forget-reports.server.ts'
import { deliverWaiting } from '#app/domain/requests/deliver-waiting.server.ts'
import { endDueRequests } from '#app/domain/requests/end-due-requests.server.ts'
import { forgetRequestDrafts } from '#app/domain/requests/forget-drafts.server.ts'
import { fingerprintMedia } from '#app/domain/watermarks/fingerprint-media.server.ts'
import { fingerprintVideos } from '#app/domain/watermarks/fingerprint-videos.server.ts'
import { deleteOldMarked } from '#app/domain/watermarks/delete-old-marked.server.ts'
import { cancelExpiredHolds } from '#app/domain/wallet/cancel-expired-holds.server.ts'
import { reconcileGateway } from '#app/domain/reconciliation/reconcile-gateway.server.ts'
import { purgeInviteTraces } from '#app/domain/staff/purge-invite-traces.server.ts'
import { purgeSignInSteps } from '#app/domain/staff/purge-sign-in-steps.server.ts'
import { notifyStaff } from '#app/domain/notifications/notify-staff.server.ts'
import { earnCreatorSubscriptions } from '#app/domain/subscriptions/earn-creator-subscriptions.server.ts'
import { refundCreatorSubscriptions } from '#app/domain/subscriptions/refund-creator-subscriptions.server.ts'
import { config } from '#app/platform/config.server.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { databaseIsAway } from '#app/platform/database-watch.server.ts'
import { db } from '#app/platform/db.server.ts'
import { JOB_NAMES, type JobName, type JobPayloads } from '#app/platform/jobs.ts'
import { logFailure } from '#app/platform/log-failure.server.ts'
import { askFirst, isOneOfSeveral, onTopic } from '#app/platform/processes.server.ts'
import { countOpenJobs, type JobHandlers, claimJobs } from '#app/platform/queue.server.ts'

/** A notice of a message isn't sent to somebody who has read the conversation in the meantime. */
const hasSeenPage: HasSeen = (tx, personId, page) =>
  page.kind === 'chat' ? hasReadThread(tx, personId, page.id) : Promise.resolve(false)

/** Every job with the one command that it calls. */
const handlers: JobHandlers = {
  process_webhook_event: (job) => processWebhookEvent(job.webhookEventId),
  send_email: sendEmail,
  deliver_event: (job) => deliverEvent(job.eventId, hasSeenPage),
  deliver_mail: (job) => deliverMail(job.deliveryId),
  deliver_digest: (job) => deliverDigest(job.digestId),
  deliver_push: (job) => deliverPush(job.deliveryId),
  fan_out_event: async (job) => void (await fanOutEvent(job.eventId, job.after)),
  make_renditions: (job) => makeRenditions(job.mediaId),
  transcode_video: (job) => transcodeNextVideo('creators', job.mediaId),
  transcode_first_video: (job) => transcodeNextVideo('applicants', job.mediaId),
  encode_voice: (job) => encodeVoice(job.mediaId),
  build_export: (job) => buildExport(job.exportId),
  mail_deletion_link: (job) => mailDeletionLink(job.profileId),
  welcome_fan: welcomeFan,
  deliver_mass_message: deliverMassMessage,
  unsend_mass_message: removeUnsent,
}

/**
 * Tasks of one queue run one after the other. Tasks that call the gateway have a queue of their own, so that a slow gateway delays
 * nothing else; so have the checks over all books, which take long.
 */
export type ScheduledTask = {
  name: string
  queue: 'gateway' | 'main' | 'books'
  everySeconds: number
  /** Takes long and doesn't depend on the business clock: a move of the demo's clock doesn't wait for it. */
  background?: true
  run: () => Promise<unknown>
}

/** The scheduled tasks, by business time. Each finds its rows by their due time and is safe to run twice. */
const scheduledTasks: ScheduledTask[] = [
  { name: 'read the clock', queue: 'main', everySeconds: 5, run: readClock },
  { name: 'reconcile payments', queue: 'gateway', everySeconds: 2, run: () => reconcilePayments() },
  { name: 'send refunds', queue: 'gateway', everySeconds: 5, run: () => sendRefunds() },
  { name: 'read chargebacks', queue: 'gateway', everySeconds: 600, run: readChargebacks },
  { name: 'refund removed posts', queue: 'main', everySeconds: 60, run: refundRemoved },
  { name: 'retry webhook events', queue: 'gateway', everySeconds: 10, run: () => retryWebhookEvents() },
  { name: 'remove lapsed creators from the feeds', queue: 'main', everySeconds: 5, run: refreshListings },
  { name: 'index creators for the search', queue: 'main', everySeconds: 3, run: indexCreators },
  { name: 'publish due posts', queue: 'main', everySeconds: 2, run: publishDuePosts },
  { name: 'start messages to many', queue: 'main', everySeconds: 2, run: startMassMessages },
  { name: 'count subscribers whose time has come', queue: 'main', everySeconds: 5, run: countDueSubscribers },
  { name: 'sum up new earnings', queue: 'main', everySeconds: 5, run: sumEarnings },
  { name: 'send messages whose files are ready', queue: 'main', everySeconds: 2, run: sendWaitingMedia },
  { name: 'deliver requests whose files are ready', queue: 'main', everySeconds: 2, run: deliverWaiting },
  { name: 'award the badge Top', queue: 'main', everySeconds: 3_600, run: awardTopBadges },
  { name: 'earn finished creator weeks', queue: 'main', everySeconds: 30, run: earnFeeWeeks },
  { name: 'pay creator weeks from earnings', queue: 'main', everySeconds: 20, run: payDueFees },
  { name: 'remind creators of their fee', queue: 'main', everySeconds: 30, run: remindOfFees },
  { name: 'offer to pay fees from earnings', queue: 'main', everySeconds: 300, run: offerFeeFromEarnings },
  { name: 'refund subscriptions to hidden creators', queue: 'main', everySeconds: 5, run: refundCreatorSubscriptions },
  { name: 'earn a day of creator subscriptions', queue: 'main', everySeconds: 60, run: earnCreatorSubscriptions },
  { name: 'release earnings', queue: 'main', everySeconds: 10, run: releaseEarnings },
  { name: 'share passes', queue: 'main', everySeconds: 60, run: shareWeeks },
  { name: 'pay creators on Fridays', queue: 'main', everySeconds: 15, run: runWeeklyPayouts },
  { name: 'remind creators of a payout account', queue: 'main', everySeconds: 300, run: remindOfPayoutAccount },
  { name: 'retry payouts after temporary failures', queue: 'main', everySeconds: 60, run: retryFailedPayouts },
  { name: 'seal payout numbers', queue: 'main', everySeconds: 600, run: sealPlainNumbers },
  { name: 'send payouts', queue: 'gateway', everySeconds: 3, run: keepPayoutsMoving },
  { name: 'delete old uses', queue: 'main', everySeconds: 3_600, run: forgetOldUses },
  { name: 'delete old media fetches', queue: 'main', everySeconds: 3_600, run: forgetMediaFetches },
  { name: 'check yearly verifications', queue: 'main', everySeconds: 60, run: keepVerifications },
  { name: 'renew passes from wallets', queue: 'main', everySeconds: 20, run: renewPasses },
  { name: 'remind fans of the end of a pass', queue: 'main', everySeconds: 30, run: remindOfEnds },
  { name: 'release unused promo codes', queue: 'main', everySeconds: 10, run: releasePromos },
  { name: 'exchange passes paid in dollars', queue: 'main', everySeconds: 300, run: exchangeDollarPasses },
  { name: 'end due requests', queue: 'main', everySeconds: 10, run: endDueRequests },
  { name: 'cancel expired holds', queue: 'main', everySeconds: 10, run: cancelExpiredHolds },
  { name: 'delete old drafts of requests', queue: 'main', everySeconds: 3_600, run: forgetRequestDrafts },
  { name: 'destroy expired releases', queue: 'main', everySeconds: 3_600, run: forgetReleases },
  { name: 'fold hot accounts', queue: 'main', everySeconds: 2, run: foldAccounts },
  { name: 'seal the ledger', queue: 'main', everySeconds: 60, run: sealNewEntries },
  { name: 'resume renditions', queue: 'main', everySeconds: 60, run: resumeRenditions },
  { name: 'fingerprint new photos', queue: 'main', everySeconds: 15, background: true, run: fingerprintMedia },
  { name: 'fingerprint new videos', queue: 'main', everySeconds: 15, background: true, run: fingerprintVideos },
  { name: 'delete old marked photos', queue: 'main', everySeconds: 60, run: deleteOldMarked },
  { name: 'resume videos', queue: 'main', everySeconds: 30, run: resumeVideos },
  { name: 'delete expired uploads', queue: 'main', everySeconds: 300, run: removeExpiredUploads },
  { name: 'destroy expired documents', queue: 'main', everySeconds: 300, run: destroyDueDocuments },
  { name: 'delete old sign-in data', queue: 'main', everySeconds: 600, run: purgeSignInTraces },
  { name: 'delete abandoned applications', queue: 'main', everySeconds: 3_600, run: purgeApplicationDrafts },
  { name: 'delete abandoned wizards', queue: 'main', everySeconds: 3_600, run: purgeFanDrafts },
  { name: 'delete old staff sign-in steps', queue: 'main', everySeconds: 600, run: purgeSignInSteps },
  { name: 'delete old invite codes and set-ups', queue: 'main', everySeconds: 600, run: purgeInviteTraces },
  { name: 'erase accounts', queue: 'main', everySeconds: 60, run: eraseDueAccounts },
  { name: 'free usernames of erased accounts', queue: 'main', everySeconds: 600, run: freeErasedUsernames },
  { name: 'end old exports', queue: 'main', everySeconds: 60, run: endExports },
  { name: 'delete forgotten objects', queue: 'main', everySeconds: 30, run: destroyForgottenObjects },
  { name: 'delete old reports', queue: 'main', everySeconds: 3_600, run: forgetReports },
  { name: 'send what quiet hours held', queue: 'main', everySeconds: 30, run: releaseHeld },
  { name: 'send daily summaries', queue: 'main', everySeconds: 30, run: startDigests },
  { name: 'delete old notifications', queue: 'main', everySeconds: 3_600, run: purgeNotifications },
  {
    name: 'delete old caught mails',
    queue: 'main',
    everySeconds: 600,
    run: () => (config().demo ? purgeCaughtMails() : Promise.resolve()),
  },
  { name: 'notify staff of urgent alerts', queue: 'main', everySeconds: 20, run: notifyStaff },
  { name: 'delete orphaned objects', queue: 'books', everySeconds: 86_400, run: destroyOrphans },
  { name: 'seal remaining entries', queue: 'books', everySeconds: 1_800, run: sealAllEntries },
  { name: 'compare with the gateway', queue: 'books', everySeconds: 3_600, run: reconcileGateway },
  // Last: everything that was due has been done by then.
  { name: 'audit the books', queue: 'books', everySeconds: 3_600, run: () => auditBooks() },
]

/** Runs one scheduled task by its name, in any process. Throws for an unknown name. */
export async function runTask(name: string): Promise<void> {
  const task = scheduledTasks.find((one) => one.name === name)
  if (!task) throw new Error(`there is no scheduled task "${name}"`)
  await task.run()
}

/** The scheduled tasks and their intervals, for the list that is kept by hand (tests/scheduled-tasks.test.ts). */
export function listScheduledTasks(): readonly Omit<ScheduledTask, 'run'>[] {
  return scheduledTasks.map(({ name, queue, everySeconds }) => ({ name, queue, everySeconds }))
}

/** Runs one job's handler as the queue would. */
export function runJob<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<void> {
  return handlers[name](payload)
}

export type Worker = { stop(): Promise<void> }

/** Starts claiming jobs and running scheduled tasks in this process. `further` tasks are added to the list (the demo's own). */
export async function runJobs(further: readonly ScheduledTask[] = []): Promise<Worker> {
  scheduledTasks.push(...further)
  await claimJobs(handlers)
  const state = { stopping: false }
  const queues = [runQueue('main', state), runQueue('gateway', state), runQueue('books', state)]
  return {
    stop: async () => {
      state.stopping = true
      await Promise.all(queues)
    },
  }
}

async function runQueue(queue: ScheduledTask['queue'], state: { stopping: boolean }): Promise<void> {
  const due = new Map(scheduledTasks.filter((task) => task.queue === queue).map((task) => [task, 0]))
  while (!state.stopping) {
    for (const [task, at] of due) {
      // While the database is away nothing is tried: due tasks stay due.
      if (state.stopping || databaseIsAway() || at > performance.now()) continue
      await runUnderLock(task)
      due.set(task, performance.now() + task.everySeconds * 1_000)
    }
    await pause(500, () => state.stopping)
  }
}

onTopic('run due jobs', runDueJobs)

// Pictures and videos take minutes, and don't depend on the business clock.
const TIME_BOUND_JOBS: readonly JobName[] = JOB_NAMES.filter(
  (name) => !['make_renditions', 'transcode_video', 'transcode_first_video', 'encode_voice'].includes(name),
)

/**
 * Runs everything that is due now and waits until nothing is left to do; the demo's clock calls it after each move. The tasks belong to the
 * first process of a start.
 */
export async function runDueJobs(): Promise<void> {
  if (isOneOfSeveral()) return askFirst('run due jobs')
  const abandon = performance.now() + 20_000
  // Twice: a task's jobs may make something else due.
  for (let round = 0; round < 2; round += 1) {
    // The payment simulator checks the clock several times a second and may have new notices for us first.
    await pause(400, () => false)
    for (const task of scheduledTasks) if (!task.background) await runUnderLock(task)
    while ((await countOpenJobs(TIME_BOUND_JOBS)) > 0 && performance.now() < abandon) await pause(100, () => false)
  }
}

/**
 * Only one process at a time runs a task, under an advisory lock; the others skip it. A failure is logged and tried again at the next
 * run.
 */
async function runUnderLock(task: ScheduledTask): Promise<void> {
  try {
    await db.connection().execute(async (connection) => {
      const { rows } = await sql<{
        locked: boolean
      }>`select pg_try_advisory_lock(hashtextextended(${task.name}, 7)) as locked`.execute(connection)
      if (!rows[0]!.locked) return
      try {
        await task.run()
      } finally {
        await sql`select pg_advisory_unlock(hashtextextended(${task.name}, 7))`.execute(connection)
      }
    })
  } catch (error) {
    logFailure(error, { task: task.name }, 'a scheduled task failed')
  }
}

async function pause(milliseconds: number, cutShort: () => boolean): Promise<void> {
  const until = performance.now() + milliseconds
  while (performance.now() < until && !cutShort()) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, Math.min(250, until - performance.now()))))
  }
}
