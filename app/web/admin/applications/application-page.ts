import type { DocumentListed } from '#app/domain/documents/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { ageOn } from '#app/domain/identity/age.ts'
import type { MediaLink } from '#app/web/media-links.ts'
import { avatarPath, renditionPath } from '#app/web/picture.ts'
import {
  applicationReference,
  REVIEW_HOURS,
  type ReviewedStep,
  STEP_NAMES,
  waitingOf,
} from '#app/domain/moderation/application.ts'
import { unopenedText } from '#app/domain/moderation/unopened.ts'
import { canChangeStatus, canDecideApplication } from '#app/domain/moderation/policy.ts'
import type { ApplicationDetail, WaitingPost } from '#app/domain/moderation/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { toAdmin } from '#app/admin-links.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { showDate, showDateTime, showClock } from '#app/platform/dates.ts'
import type { Status } from '#app/ui/chip.tsx'
import { durationText } from '#app/web/admin/duration.ts'
import { itemPage, queueAddress, readQueue } from '#app/web/admin/review-queue/queue.ts'
import { type ApplicationDecision, APPLICATIONS, STATUS_CHANGE, type StatusDecision } from './texts.ts'

export type DocumentCard = {
  id: string
  name: string
  gone: boolean
  /** This reviewer has seen it, as it is now. */
  seen: boolean
  /** Its own page: the document, or the question why this reviewer needs to see it. */
  href: string
  /** The picture's address and the end of this reviewer's view; null while the document is closed. */
  open: { src: string; until: string; secondsLeft: number } | null
}
export type PostCard = {
  id: string
  about: string
  price: string | null
  caption: string
  seen: boolean
  preview: string | null
  /** Its own page; a form posted there opens the post. */
  href: string
  open: {
    until: string
    secondsLeft: number
    media: { src: string; video: boolean; voice: boolean; ready: boolean }[]
  } | null
}

/** One creator as the page shows them to a reviewer. `openId`: the document or post whose page it is. */
export function applicationPage(
  actor: Person,
  creator: ApplicationDetail,
  documents: readonly DocumentListed[],
  { url, openId, mediaLink }: { url: URL; openId: string | undefined; mediaLink: MediaLink },
) {
  const at = now()
  const { application } = creator
  const { asked, ...addresses } = itemPage(APPLICATIONS, url, creator.id)
  const within = (path: string) => queueAddress(APPLICATIONS, readQueue(APPLICATIONS, url), path)
  const denied = application ? denialOf(canDecideApplication(actor, { ...application, profileId: creator.id })) : null
  const decidable = application !== null && denied === null
  const status = (Object.keys(STATUS_CHANGE) as StatusDecision[]).filter(
    (decision) => canChangeStatus(actor, creator, STATUS_CHANGE[decision]).allowed,
  )
  const decisions: readonly ApplicationDecision[] = [
    ...(decidable ? (['changes', 'rejection'] as const) : []),
    ...status,
  ]
  const unseen = new Set(creator.unopened.flatMap(({ id, postId }) => [id, postId ?? id]))
  const cards = documents.map((one) => ({
    ...documentCard(one, within(toAdmin.applicationDocument(creator.id, one.id)), at),
    seen: !unseen.has(one.id),
  }))
  return {
    ...applicationFacts(creator, at),
    ...addresses,
    avatar: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
    reference: application && applicationReference(application.id),
    /** When the shown submission was sent; the decision form repeats it. */
    submitted: application?.submittedAt?.toISOString() ?? null,
    reviewer: actor.email,
    shownAt: showDateTime(at),
    documents: cards,
    posts: creator.posts.map((one) => ({
      ...postCard(one, { href: within(toAdmin.applicationPost(creator.id, one.id)), at, mediaLink }),
      seen: !unseen.has(one.id),
    })),
    /** What has to be opened before an approval; null where everything was. */
    toOpen: decidable && creator.unopened.length > 0 ? unopenedText(creator.unopened) : null,
    shown: openId ?? null,
    documentToOpen: cards.find((one) => one.id === openId && one.open === null && !one.gone) ?? null,
    decidable,
    isOwn: denied === 'own_application',
    /** The changes of the account status that the reviewer may make. */
    status,
    /** The decision whose dialog this is. */
    asked: decisions.find((decision) => decision === asked) ?? null,
  }
}

export type ApplicationPage = ReturnType<typeof applicationPage>

function denialOf(verdict: ReturnType<typeof canDecideApplication>) {
  return verdict.allowed ? null : verdict.reason
}

const ugx = (minor: bigint) => formatMoney({ amountMinor: minor, currency: 'UGX' })

/** The texts and facts about a creator that a reviewer sees. The only amounts are the prices that fans see. */
function applicationFacts(creator: ApplicationDetail, at: Date) {
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
      ...(application?.legalName ? [{ label: 'Legal name', value: application.legalName }] : []),
      ...(application?.addressDated
        ? [{ label: 'Proof of address dated', value: showDate(new Date(`${application.addressDated}T12:00:00Z`)) }]
        : []),
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

function chipsOf(creator: ApplicationDetail, overdueHours: number | null): Status[] {
  const chips: Status[] = []
  if (overdueHours !== null)
    chips.push({ tone: 'danger', icon: 'clock', text: `Overdue by ${durationText(overdueHours)}` })
  if (creator.isBlocked) chips.push({ tone: 'danger', icon: 'circle-x', text: 'Blocked' })
  if (creator.accountStatus === 'suspended') chips.push({ tone: 'danger', icon: 'circle-x', text: 'Suspended' })
  if (creator.visible) chips.push({ tone: 'success', icon: 'circle-check', text: 'Visible' })
  chips.push(
    creator.emailProven
      ? { tone: 'success', icon: 'mail', text: 'Email verified' }
      : { tone: 'warning', icon: 'mail', text: 'Email not verified' },
    // Nobody has verified the number, so it is no good sign.
    creator.hasNumber
      ? { tone: 'neutral', icon: 'smartphone', text: 'Phone number, not verified' }
      : { tone: 'warning', icon: 'smartphone', text: 'No phone number' },
  )
  return chips
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

function documentCard(document: DocumentListed, href: string, at: Date): Omit<DocumentCard, 'seen'> {
  const { id, viewEndsAt } = document
  return {
    id,
    name: DOCUMENT_NAMES[document.kind],
    gone: document.destroyedAt !== null,
    href,
    open: viewEndsAt && {
      src: to.document(id),
      until: showClock(viewEndsAt),
      secondsLeft: secondsUntil(viewEndsAt, at),
    },
  }
}

function postCard(
  post: WaitingPost,
  { href, at, mediaLink }: { href: string; at: Date; mediaLink: MediaLink },
): Omit<PostCard, 'seen'> {
  return {
    id: post.id,
    about: `First post, ${post.kind}`,
    price: post.priceMinor === null ? null : ugx(post.priceMinor),
    caption: post.caption,
    preview: post.media.find((medium) => medium.preview !== null)?.preview ?? null,
    href,
    open: post.viewEndsAt && {
      until: showClock(post.viewEndsAt),
      secondsLeft: secondsUntil(post.viewEndsAt, at),
      media: post.media.map((medium) => ({
        src: sourceOf(medium, mediaLink),
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

function sourceOf(medium: WaitingPost['media'][number], link: MediaLink): string {
  if (medium.kind === 'video') return link(medium.id, 'video.mp4')
  return medium.kind === 'voice' ? link(medium.id, 'audio') : renditionPath(medium.id, LARGE, link)
}
