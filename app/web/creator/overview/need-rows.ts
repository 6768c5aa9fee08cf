import { counted } from '#app/platform/counted.ts'
import type { FirstStep, Need } from '#app/domain/overview/creator-needs.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { showClock, showDay } from '#app/platform/dates.ts'
import type { Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icons/names.ts'

export type NeedRow = { icon: IconName; tone: Tone; title: string; meta: string; href: string }

type Texts = {
  /** The price of a week. */
  price: string
  /** The step of a verification that is asked for; null where none is. */
  verification: { title: string; href: string } | null
  now: Date
  /** What is lost if the fee is not paid; empty where nothing is. */
  loss: string
}

/** What waits for the creator, with its clock and where it is done. */
export function needRow({ kind, count, dueAt }: Need, { price, verification, now, loss }: Texts): NeedRow {
  switch (kind) {
    case 'fee':
      return {
        icon: 'eye',
        tone: 'warning',
        title: `Pay ${price} for the next week`,
        meta: [`Your page is visible until ${dueAt ? moment(dueAt) : 'the end of the week'}.`, loss]
          .filter(Boolean)
          .join(' '),
        href: withQuery(to.creatorFee, { renew: 1 }),
      }
    case 'verification':
      return {
        icon: 'camera',
        tone: 'warning',
        title: verification?.title ?? 'Verify again',
        meta: 'A new selfie and documents',
        href: verification?.href ?? to.creatorOnboarding.verification,
      }
    case 'answer_messages':
      return {
        icon: 'message-circle',
        tone: 'warning',
        title: count === 1 ? '1 fan waits for a reply' : `${count.toLocaleString('en')} fans wait for a reply`,
        meta: clock('Answer', dueAt, now),
        href: withQuery(to.chat(), { show: 'waiting' }),
      }
    case 'answer_requests':
      return {
        icon: 'sparkles',
        tone: 'locked',
        title: `${counted(count, 'custom request')} to answer`,
        meta: clock('Answer', dueAt, now),
        href: withQuery(toDashboard.receivedRequests, { show: 'new' }),
      }
    case 'deliver_requests':
      return {
        icon: 'send',
        tone: 'locked',
        title: `${counted(count, 'custom request')} to deliver`,
        meta: clock('Deliver', dueAt, now),
        href: withQuery(toDashboard.receivedRequests, { show: 'accepted' }),
      }
    case 'failed_posts':
      return {
        icon: 'triangle-exclamation-point',
        tone: 'danger',
        title: `${counted(count, 'post')} not published`,
        meta: 'A file failed. Remove it or send it again',
        href: withQuery(to.ownPosts, { show: 'drafts' }),
      }
    case 'comments':
      return {
        icon: 'message-circle',
        tone: 'info',
        title: `${counted(count, 'comment')} without a reply`,
        meta: 'From the last 14 days',
        href: to.commentsReceived,
      }
    case 'posts_in_review':
      return {
        icon: 'hourglass',
        tone: 'neutral',
        title: `${counted(count, 'post')} in review`,
        meta: 'Nothing to do: we tell you the result',
        href: withQuery(to.ownPosts, { show: 'review' }),
      }
    default:
      return kind satisfies never
  }
}

const HOUR_MS = 3_600_000

/** "Answer in 22 h", or by a date where that is further away. */
function clock(verb: string, dueAt: Date | null, now: Date): string {
  if (!dueAt) return ''
  const hours = Math.floor((dueAt.getTime() - now.getTime()) / HOUR_MS)
  if (hours < 0) return `${verb} now: the time is over`
  if (hours < 1) return `${verb} within the hour`
  return hours <= 72 ? `${verb} in ${hours} h` : `${verb} by ${showDay(dueAt)}`
}

function moment(at: Date): string {
  return `${showDay(at)}, ${showClock(at)}`
}

export const FIRST_STEP_TEXTS: Readonly<Record<FirstStep, { title: string; meta: string; href: string }>> = {
  avatar: { title: 'Add a profile photo', meta: 'Pages with a face are opened more often', href: to.editProfile },
  post: { title: 'Publish your first post', meta: 'A photo, a video or a voice note', href: toDashboard.newPost },
  payout_account: {
    title: 'Add a payout account',
    meta: 'We pay every Friday at 09:00 EAT',
    href: toDashboard.payoutAccount,
  },
  invite: { title: 'Bring your first fan', meta: 'Send your link by WhatsApp', href: '#invite' },
  fee: { title: 'Pay the weekly fee', meta: 'Your page is visible while it is paid', href: to.creatorFee },
}
