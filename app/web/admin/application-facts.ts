import type { DocumentListed } from '#app/domain/documents/queries.server.ts'
import { ageOn } from '#app/domain/identity/age.ts'
import { renditionPath } from '#app/domain/media/media.ts'
import { type ReviewedStep, STEP_NAMES, waitingOf } from '#app/domain/moderation/application.ts'
import type { ApplicationDetail, WaitingPost } from '#app/domain/moderation/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate, showDateTime, showHour } from '#app/domain/payments/show-time.ts'
import type { IconName } from '#app/ui/icons/names.ts'
import type { Tone } from '#app/ui/chip.tsx'

type ChipFacts = { tone: Tone; icon: IconName; text: string }
export type DocumentCard = {
  id: string
  name: string
  gone: boolean
  askHref: string
  shownHref: string
  /** The address of the picture, and until when it is open to this reviewer; null while it is closed. */
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

/** What stands in words and pairs about a creator for the reviewer; money there is none but the prices that fans see. */
export function applicationFacts(peach: ApplicationDetail, at: Date) {
  const { application } = peach
  const pending = application?.state === 'in_review' && application.submittedAt !== null
  const waiting = pending ? waitingOf(application.submittedAt!, at) : null
  const age = peach.birthday === null ? null : ageOn(peach.birthday, at)
  return {
    name: peach.displayName,
    about: [
      peach.username && `@${peach.username}`,
      peach.city,
      age === null ? 'Age not told' : `Age ${age} on ${showDate(at)}`,
    ]
      .filter(Boolean)
      .join(', '),
    ofAge: age !== null && age >= 18,
    bio: peach.bio,
    tags: peach.tags,
    chips: chipsOf(peach, waiting?.over ?? null),
    pairs: [
      { label: 'Price, 30 days', value: ugx(peach.subscriptionPriceMinor) },
      { label: 'Daily goal', value: ugx(peach.dailyGoalMinor) },
      { label: 'Pay-to-unlock', value: peach.payToUnlock ? 'On' : 'Off' },
      { label: 'Weekly fee', value: feeOf(peach, at) },
      ...(peach.reverifyBy ? [{ label: 'Verify again by', value: showDate(peach.reverifyBy) }] : []),
      ...(application?.submittedAt ? [{ label: 'Sent', value: showDateTime(application.submittedAt) }] : []),
      ...(waiting ? [{ label: 'Waiting', value: waiting.text }] : []),
    ],
    suspendedFor: peach.suspendedFor,
    history: peach.history.map((one) => ({
      decision: one.decision,
      message: one.message,
      steps: one.failedSteps.map((step: ReviewedStep) => STEP_NAMES[step]).join(', '),
      by: `${one.by}, ${showDateTime(one.at)}`,
    })),
  }
}

function chipsOf(peach: ApplicationDetail, over: string | null): ChipFacts[] {
  const chips: ChipFacts[] = []
  if (over) chips.push({ tone: 'danger', icon: 'clock', text: over })
  if (peach.isBlocked) chips.push({ tone: 'danger', icon: 'circle-x', text: 'Blocked' })
  if (peach.accountStatus === 'suspended') chips.push({ tone: 'danger', icon: 'circle-x', text: 'Suspended' })
  if (peach.visible) chips.push({ tone: 'success', icon: 'circle-check', text: 'Visible' })
  chips.push(mark('mail', 'E-mail', peach.emailProven), mark('smartphone', 'Number', peach.hasNumber))
  return chips
}

function mark(icon: IconName, text: string, good: boolean): ChipFacts {
  return { tone: good ? 'success' : 'warning', icon, text: good ? text : `${text} missing` }
}

function feeOf(peach: ApplicationDetail, at: Date): string {
  if (peach.weeksWaiting > 0) return 'Paid, starts at approval'
  if (peach.paidUntil === null) return 'Not paid yet'
  return peach.paidUntil > at ? `Paid until ${showDate(peach.paidUntil)}` : `Ended ${showDate(peach.paidUntil)}`
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
      src: `/documents/${id}`,
      until: showHour(viewEndsAt),
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
      until: showHour(post.viewEndsAt),
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
  if (medium.kind === 'video') return `/media/${medium.id}/video.mp4`
  return medium.kind === 'voice' ? `/media/${medium.id}/audio` : renditionPath(medium.id, LARGE)
}
