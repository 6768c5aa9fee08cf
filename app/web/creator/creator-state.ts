import {
  applicationReference,
  REVIEWED_STEPS,
  type ReviewedStep,
  STEP_NAMES,
  thingsToFix,
} from '#app/domain/moderation/application.ts'
import type { CreatorStatus } from '#app/domain/moderation/creator-status.server.ts'
import { isNextWeekAsked } from '#app/domain/creators/fee-week.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { showClock, showDate, showDateTime, showMoment } from '#app/platform/dates.ts'
import type { TrackerStep } from '#app/ui/tracker.tsx'
import type { CreatorStatePage } from './creator-state-view.tsx'

type Facts = { status: CreatorStatus; username: string | null; price: string; now: Date }

const PLAIN = { note: null, steps: [], rows: [], appeal: null, event: null } satisfies Partial<CreatorStatePage>
const APPEAL = {
  text: 'You can appeal within 5 business days.',
  label: 'Appeal this decision',
  href: `${to.creatorVerification}#appeals`,
}

/** Where the wizard lets a step be corrected. */
const STEP_PAGES: Readonly<Record<ReviewedStep, string>> = {
  ...to.creatorOnboarding,
  selfie: to.creatorOnboarding.verification,
  identity_document: to.creatorOnboarding.verification,
  proof_of_address: to.creatorOnboarding.verification,
}

/** The status page of a creator; null if there is no application yet and the wizard is shown instead. */
export function creatorStatePage(facts: Facts): CreatorStatePage | null {
  const { status } = facts
  const { application } = status
  if (status.suspension) return suspendedPage(status)
  if (status.verification === 'none' || status.verification === 'draft' || application?.state === 'draft') return null
  if (application?.state === 'rejected' || status.verification === 'rejected') return rejectedPage(status)
  if (application?.state === 'changes_requested')
    return status.decision?.kind === 'changes_requested' ? changesPage(status) : verificationDuePage(status)
  if (status.verification === 'in_review') return inReviewPage(facts)
  return status.visible ? visiblePage(facts) : feeDuePage(facts)
}

function suspendedPage({ suspension }: CreatorStatus): CreatorStatePage {
  const blocked = suspension?.kind === 'blocked'
  return {
    ...PLAIN,
    chip: { tone: 'danger', icon: 'circle-x', text: blocked ? 'Blocked' : 'Suspended' },
    since: null,
    title: blocked ? 'Your page is blocked' : 'Your page is suspended',
    text: `${suspension?.reason ? `The reason: ${suspension.reason} ` : ''}Fans can\u2019t see it. The rest of your paid week is kept and continues when your page is back.`,
    rows: [YOUR_MONEY],
    appeal: APPEAL,
  }
}

const YOUR_MONEY = {
  icon: 'wallet',
  title: 'See your money',
  meta: 'What you earned, and what was paid',
  href: to.earnings,
} as const

function rejectedPage({ application, decision, lastEnd }: CreatorStatus): CreatorStatePage {
  return {
    ...PLAIN,
    chip: { tone: 'danger', icon: 'circle-x', text: 'Not approved' },
    since: decision && showDateTime(decision.decidedAt),
    title: 'Your application was not approved',
    text: lastEnd
      ? 'Fans can no longer see your page.'
      : 'If you paid for a week, we refund it. We send the money within 24-48 hours.',
    note: noteOf(application, decision),
    appeal: APPEAL,
  }
}

function changesPage({ application, decision }: CreatorStatus): CreatorStatePage {
  const failed = decision!.failedSteps
  const shown = REVIEWED_STEPS.filter(
    (step) => failed.includes(step) || ['profile', 'first_post', 'selfie'].includes(step),
  )
  const [first] = REVIEWED_STEPS.filter((step) => failed.includes(step))
  return {
    ...PLAIN,
    chip: { tone: 'danger', icon: 'circle-x', text: 'Not approved yet' },
    since: showDateTime(decision!.decidedAt),
    title: thingsToFix(failed.length),
    text: 'Do only the marked steps again, then send it once more.',
    note: noteOf(application, decision),
    steps: shown.map((step): TrackerStep => {
      const again = failed.includes(step)
      return {
        title: STEP_NAMES[step],
        note: again ? 'Do it again' : 'Accepted',
        state: again ? 'failed' : 'done',
        ...(again ? { href: STEP_PAGES[step] } : {}),
      }
    }),
    appeal: APPEAL,
    event: first
      ? {
          label: first === 'selfie' ? 'Take selfie again' : `Do it again: ${STEP_NAMES[first].toLowerCase()}`,
          href: STEP_PAGES[first],
          ...(first === 'selfie' ? { icon: 'camera' as const } : {}),
        }
      : null,
  }
}

function verificationDuePage({ verification, reverifyBy }: CreatorStatus): CreatorStatePage {
  const over = verification !== 'approved'
  const day = reverifyBy ? showDate(reverifyBy) : ''
  return {
    ...PLAIN,
    chip: { tone: 'warning', icon: 'clock', text: over ? 'Verification expired' : 'Verification due' },
    since: null,
    title: over ? 'Verify again to come back' : `Verify again before ${day}`,
    text: over
      ? `Your yearly verification ended on ${day}. Send a new selfie and documents: your page comes back once our team has approved them.`
      : 'Once a year we ask for a new selfie and documents. Your page stays visible while we check them.',
    event: { label: 'Verify again', href: STEP_PAGES.selfie, icon: 'camera' },
  }
}

/** Until everybody who is named has signed, a post can't be published. */
function releaseRows({ unsignedPostId }: CreatorStatus): CreatorStatePage['rows'] {
  if (unsignedPostId === null) return []
  const meta = 'It is published when everybody who is shown has signed'
  return [{ icon: 'users', title: 'Send the links for your post', meta, href: toDashboard.postPeople(unsignedPostId) }]
}

function inReviewPage({ status, username, price, now }: Facts): CreatorStatePage {
  const { application, weeksWaiting } = status
  const paid = weeksWaiting > 0
  const sent = application?.submittedAt ?? null
  const opened = application?.openedAt ?? null
  return {
    ...PLAIN,
    chip: { tone: 'info', icon: 'hourglass', text: 'In review' },
    since: sent && `Sent ${timeOrDay(sent, now)} EAT`,
    title: 'In review. Usually within 1 hour, at most 48 hours',
    text: 'Our team checks your selfie and first post. We email you the result.',
    steps: [
      { title: 'Profile and first post', note: '4 of 4 steps done', state: 'done' },
      {
        title: 'Manual review',
        note: opened ? `Opened by a reviewer ${timeOrDay(opened, now)}` : 'A reviewer opens it soon',
        state: 'now',
      },
      {
        title: 'Weekly fee',
        note: paid ? 'Paid. Your week starts at approval' : `${price}, after approval or now`,
        state: paid ? 'done' : 'later',
      },
      { title: 'Visible to fans', note: 'As soon as both are done', state: 'later' },
    ],
    rows: [...releaseRows(status), ...(paid ? [] : [PAY_NOW]), ...previewRows(username)],
  }
}

function previewRows(username: string | null): CreatorStatePage['rows'] {
  if (username === null) return []
  return [{ icon: 'eye', title: 'See your page', meta: 'As fans will see it', href: to.creator(username) }]
}

const PAY_NOW = {
  icon: 'wallet',
  title: 'Pay the weekly fee now',
  meta: 'Your week starts at approval. Refunded if not approved',
  href: to.creatorFee,
} as const

function feeDuePage({ status, price }: Facts): CreatorStatePage {
  const { lastEnd, decision } = status
  return {
    ...PLAIN,
    chip: lastEnd
      ? { tone: 'warning', icon: 'clock', text: `Ended ${showDate(lastEnd)}` }
      : { tone: 'success', icon: 'circle-check', text: 'Approved' },
    since: !lastEnd && decision ? showDateTime(decision.decidedAt) : null,
    title: lastEnd ? 'Your page is hidden' : 'Approved. One step left',
    text: lastEnd
      ? 'Your paid week has ended. Your posts and followers are kept. Pay again and fans can find you at once.'
      : 'Your page appears as soon as the weekly fee is paid.',
    steps: [
      { title: 'Profile and first post', note: '4 of 4 steps done', state: 'done' },
      { title: 'Manual review', note: 'Approved', state: 'done' },
      { title: 'Weekly fee', note: price, state: 'now' },
      { title: 'Visible to fans', note: 'At once', state: 'later' },
    ],
    rows: releaseRows(status),
    event: { label: `Pay ${price}`, href: to.creatorFee, icon: 'lock-open', note: 'No automatic charge' },
  }
}

function visiblePage({ status, username, price, now }: Facts): CreatorStatePage {
  const { lastEnd } = status
  return {
    ...PLAIN,
    chip: { tone: 'success', icon: 'circle-check', text: 'Visible' },
    since: null,
    title: 'Your page is visible',
    text: lastEnd ? `Fans can find you until ${showDateTime(lastEnd)}.` : 'Fans can find you.',
    steps: [],
    rows: [
      ...releaseRows(status),
      ...(isNextWeekAsked(lastEnd, now)
        ? [
            {
              icon: 'calendar-days' as const,
              title: 'Pay the next week',
              meta: `${price}, starts when the current week ends`,
              href: `${to.creatorFee}?renew=1`,
            },
          ]
        : []),
    ],
    event: { label: 'Open my page', href: username ? to.creator(username) : to.profileSetup },
  }
}

function noteOf(
  application: CreatorStatus['application'],
  decision: CreatorStatus['decision'],
): CreatorStatePage['note'] {
  if (!application || !decision?.message) return null
  return { message: decision.message, reference: applicationReference(application.id) }
}

/** "today 19:12", else "21 Nov 2026, 19:12". */
function timeOrDay(at: Date, now: Date): string {
  return showDate(at) === showDate(now) ? `today ${showClock(at)}` : showMoment(at)
}
