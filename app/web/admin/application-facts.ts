import type { DocumentListed } from '#app/domain/documents/queries.server.ts'
import { ageOn } from '#app/domain/identity/age.ts'
import { renditionPath } from '#app/web/picture.ts'
import { REVIEW_HOURS, type ReviewedStep, STEP_NAMES, waitingOf } from '#app/domain/moderation/application.ts'
import type { ApplicationDetail, WaitingPost } from '#app/domain/moderation/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { to } from '#app/links.ts'
import { showClock, showDate, showDateTime } from '#app/platform/dates.ts'
import type { IconName } from '#app/ui/icons/names.ts'
import type { Tone } from '#app/ui/chip.tsx'
import { durationText } from './duration.ts'

type ChipFacts = { tone: Tone; icon: IconName; text: string }
export type DocumentCard = {
  id: string
  name: string
  gone: boolean
  askHref: string
  shownHref: string
  /** The picture's address and the end of this reviewer's view; null while the document is closed. */
  open: { src: string; until: string; secondsLeft: number } | null
}
export type PostCard = {
  id: string
  about: string
  price: string | null
  caption: string
  preview: string | null
  shownHref: string
  open: {
    until: string
    secondsLeft: number
    media: { src: string; video: boolean; voice: boolean; ready: boolean }[]
  } | null
}

const ugx = (minor: bigint) => formatMoney({ amountMinor: minor, currency: 'UGX' })

/** The texts and facts about a creator that a reviewer sees. The only amounts are the prices that fans see. */
export function applicationFacts(creator: ApplicationDetail, at: Date) {
  const { application } = creator
  const pending = application?.state === 'in_review' && application.submittedAt !== null
  const waiting = pending ? waitingOf(application.submittedAt!, at) : null
  const age = creator.birthday === null ? null : ageOn(creator.birthday, at)
  return {
    name: creator.displayName,
    about: [
      creator.username && `@${creator.username}`,
      creator.city,
      age === null ? 'No birthday given' : `Age ${age} on ${showDate(at)}`,
    ]
      .filter(Boolean)
      .join(', '),
    ofAge: age !== null && age >= 18,
    bio: creator.bio,
    tags: creator.tags,
    chips: chipsOf(creator, waiting?.overdue ? waiting.hours - REVIEW_HOURS.max : null),
    pairs: [
      { label: 'Price, 30 days', value: ugx(creator.subscriptionPriceMinor) },
      { label: 'Daily goal', value: ugx(creator.dailyGoalMinor) },
      { label: 'Pay-to-unlock', value: creator.payToUnlock ? 'On' : 'Off' },
      { label: 'Weekly fee', value: feeOf(creator, at) },
      ...(creator.reverifyBy ? [{ label: 'Verify again by', value: showDate(creator.reverifyBy) }] : []),
      ...(application?.submittedAt ? [{ label: 'Submitted', value: showDateTime(application.submittedAt) }] : []),
      ...(waiting ? [{ label: 'Waiting', value: durationText(waiting.hours) }] : []),
    ],
    suspendedFor: creator.suspendedFor,
    history: creator.history.map((one) => ({
      decision: one.decision,
      message: one.message,
      steps: one.failedSteps.map((step: ReviewedStep) => STEP_NAMES[step]).join(', '),
      by: `${one.by}, ${showDateTime(one.at)}`,
    })),
  }
}

function chipsOf(creator: ApplicationDetail, overdueHours: number | null): ChipFacts[] {
  const chips: ChipFacts[] = []
  if (overdueHours !== null)
    chips.push({ tone: 'danger', icon: 'clock', text: `Overdue by ${durationText(overdueHours)}` })
  if (creator.isBlocked) chips.push({ tone: 'danger', icon: 'circle-x', text: 'Blocked' })
  if (creator.accountStatus === 'suspended') chips.push({ tone: 'danger', icon: 'circle-x', text: 'Suspended' })
  if (creator.visible) chips.push({ tone: 'success', icon: 'circle-check', text: 'Visible' })
  chips.push(
    contactChip('mail', creator.emailProven, 'Email verified', 'Email not verified'),
    contactChip('smartphone', creator.hasNumber, 'Phone number', 'No phone number'),
  )
  return chips
}

function contactChip(icon: IconName, present: boolean, text: string, textIfMissing: string): ChipFacts {
  return { tone: present ? 'success' : 'warning', icon, text: present ? text : textIfMissing }
}

function feeOf(creator: ApplicationDetail, at: Date): string {
  if (creator.weeksWaiting > 0) return 'Paid, starts when approved'
  if (creator.paidUntil === null) return 'Not paid yet'
  return creator.paidUntil > at ? `Paid until ${showDate(creator.paidUntil)}` : `Ended ${showDate(creator.paidUntil)}`
}

const DOCUMENT_NAMES = {
  selfie: 'Verification selfie',
  identity_document: 'Identity document',
  proof_of_address: 'Proof of address',
} as const

type Address = (more?: Record<string, string>) => string

export function documentCard(document: DocumentListed, address: Address, at: Date): DocumentCard {
  const { id, viewEndsAt } = document
  return {
    id,
    name: DOCUMENT_NAMES[document.kind],
    gone: document.destroyedAt !== null,
    askHref: address({ look: id }),
    shownHref: address({ shown: id }),
    open: viewEndsAt && {
      src: to.document(id),
      until: showClock(viewEndsAt),
      secondsLeft: secondsUntil(viewEndsAt, at),
    },
  }
}

export function postCard(post: WaitingPost, address: Address, at: Date): PostCard {
  return {
    id: post.id,
    about: `First post, ${post.kind}`,
    price: post.priceMinor === null ? null : ugx(post.priceMinor),
    caption: post.caption,
    preview: post.media.find((medium) => medium.preview !== null)?.preview ?? null,
    shownHref: address({ shown: post.id }),
    open: post.viewEndsAt && {
      until: showClock(post.viewEndsAt),
      secondsLeft: secondsUntil(post.viewEndsAt, at),
      media: post.media.map((medium) => ({
        src: sourceOf(medium),
        video: medium.kind === 'video',
        voice: medium.kind === 'voice',
        ready: medium.kind === 'photo' || medium.state === 'ready',
      })),
    },
  }
}

function secondsUntil(end: Date, at: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - at.getTime()) / 1_000))
}

const LARGE = { width: 960, format: 'webp' } as const

function sourceOf(medium: WaitingPost['media'][number]): string {
  if (medium.kind === 'video') return to.media(medium.id, 'video.mp4')
  return medium.kind === 'voice' ? to.media(medium.id, 'audio') : renditionPath(medium.id, LARGE)
}
