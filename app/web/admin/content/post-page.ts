import { shorten } from '#app/platform/graphemes.ts'
import { firstLine } from '#app/platform/plain-text.ts'
import { likeness } from '#app/domain/blocklist/blocklist.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import type { Match, ReviewedMedium, ReviewedPost } from '#app/domain/moderation/content-queries.server.ts'
import { unopenedText } from '#app/domain/moderation/unopened.ts'
import { canReviewContent } from '#app/domain/moderation/policy.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import type { ReviewedRelease } from '#app/domain/releases/queries.server.ts'
import { shownState } from '#app/domain/releases/release.ts'
import type { listRefusals } from '#app/domain/releases/queries.server.ts'
import type { ReleasePhoto } from '#app/domain/documents/release-photos.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { showClock, showDate, showDateTime } from '#app/platform/dates.ts'
import type { Status } from '#app/ui/chip.tsx'
import { itemPage } from '#app/web/admin/review-queue/queue.ts'
import type { MediaLink } from '#app/web/media-links.ts'
import { fileFacts, fileSource } from './file-of.ts'
import { CONTENT, type ContentDecision, contentStatus, DIALOGS, type DialogDecision, KINDS, REASONS } from './texts.ts'

type Refusal = Awaited<ReturnType<typeof listRefusals>>[number]

const AUDIENCES = { public: 'Everybody', subscribers: 'Subscribers', pay_to_unlock: 'Pay to unlock' } as const
const SHOWN = { only_me: 'Only the creator', with_others: 'The creator and others' } as const
const RELEASES = {
  asked: 'Not signed yet',
  signed: 'Signed',
  outdated: 'Signed for other files',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} as const

/** One post as the page shows it to a reviewer. */
export function contentPage(
  actor: Person,
  post: ReviewedPost,
  {
    releases,
    refusals,
    photos,
  }: { releases: readonly ReviewedRelease[]; refusals: readonly Refusal[]; photos: readonly ReleasePhoto[] },
  { url, mediaLink }: { url: URL; mediaLink: MediaLink },
) {
  const at = now()
  const { asked, ...addresses } = itemPage(CONTENT, url, post.id)
  const may = { ...decisionsOf(actor, post), identity: photos.some((photo) => !photo.destroyed) }
  const open = post.viewEndsAt !== null
  return {
    ...addresses,
    title: shorten(firstLine(post.caption), 80) || KINDS[post.kind],
    note: [post.creatorName, KINDS[post.kind], AUDIENCES[post.audience]].join(', '),
    caption: post.caption,
    chips: chipsOf(post),
    creatorHref: toAdmin.application(post.creatorId),
    flag: post.flag && { reason: post.flag.reason, by: `${post.flag.by}, ${showDateTime(post.flag.at)}` },
    view: post.viewEndsAt && {
      until: showClock(post.viewEndsAt),
      secondsLeft: Math.max(0, Math.ceil((post.viewEndsAt.getTime() - at.getTime()) / 1_000)),
      watermark: `${actor.email} ${showDateTime(at)}`,
    },
    actorMark: `${actor.email} ${showDateTime(at)}`,
    media: post.media.map((medium, index) => ({
      ...mediumOf(medium, index, open ? mediaLink : null),
      seen: post.state !== 'in_review' || !post.unopened.some(({ id }) => id === medium.id),
    })),
    /** What has to be opened before an approval; null where everything was. */
    toOpen: may.approval && post.unopened.length > 0 ? unopenedText(post.unopened) : null,
    matches: post.matches.map((match) => matchOf(match, post, open ? mediaLink : null)),
    releases: [...releases.map(releaseOf), ...refusals.map(refusalOf)],
    photos: photos.map((photo) => photoOf(photo, releases)),
    facts: factsOf(post),
    may,
    asked: asked !== null && asked in DIALOGS && may[asked] ? (asked as DialogDecision) : null,
  }
}
export type ContentPage = ReturnType<typeof contentPage>

/** Its state and why it is here, each text once. */
function chipsOf(post: ReviewedPost): Status[] {
  const state = contentStatus(post.state, post.reasons)
  return [state, ...post.reasons.map((reason) => REASONS[reason]).filter((chip) => chip.text !== state.text)]
}

function decisionsOf(actor: Person, post: ReviewedPost): Record<Exclude<ContentDecision, 'identity'>, boolean> {
  const reviews = canReviewContent(actor, post).allowed
  const waits = post.state === 'in_review'
  return {
    view: reviews && post.media.length > 0,
    approval: reviews && waits,
    rejection: reviews && waits,
    removal: reviews && !waits && post.state !== 'removed',
    block: reviews && post.media.some((medium) => !medium.blocked),
    flag: reviews && post.flag === null,
    'flag-removal': reviews && post.flag !== null,
  }
}

function mediumOf(medium: ReviewedMedium, index: number, link: MediaLink | null) {
  return {
    id: medium.id,
    ...fileFacts(medium.kind, index),
    preview: medium.preview,
    blocked: medium.blocked,
    ready: medium.kind === 'photo' || medium.state === 'ready',
    src: link && fileSource(medium, link),
  }
}

function matchOf(match: Match, post: ReviewedPost, link: MediaLink | null) {
  const own = post.media.find((medium) => medium.id === match.mediaId)
  return {
    key: `${match.mediaId} ${match.blockedMediaId}`,
    title: likeness(match.differingBits),
    about: `Blocked on ${showDate(match.blockedAt)}, of ${match.ownerName}: ${match.reason}`,
    preview: own?.preview ?? null,
    mine: link && fileSource({ id: match.mediaId, kind: 'photo' }, link),
    stored: match.stored,
    blocked: link && match.stored ? fileSource({ id: match.blockedMediaId, kind: 'photo' }, link) : null,
  }
}

function releaseOf(release: ReviewedRelease) {
  const { signed } = release
  return {
    id: release.id,
    label: release.username ? `${release.name}, @${release.username}` : `${release.name}, by a link`,
    value: signed
      ? `${RELEASES[shownState(release)]} by ${signed.fullName}, ${signed.age} years, ${showDateTime(signed.at)}`
      : RELEASES[shownState(release)],
  }
}

/** The identity photo of an outside person: its picture while this reviewer has opened it. */
function photoOf(photo: ReleasePhoto, releases: readonly ReviewedRelease[]) {
  const { documentId, destroyed, width, height, viewEndsAt } = photo
  const name = releases.find((release) => release.id === photo.releaseId)?.name ?? ''
  return {
    id: documentId,
    name,
    destroyed,
    open: viewEndsAt && !destroyed && { src: to.document(documentId), until: showClock(viewEndsAt), width, height },
    secondsLeft: viewEndsAt && Math.max(0, Math.ceil((viewEndsAt.getTime() - now().getTime()) / 1_000)),
  }
}

/** Also after the creator has taken the person off the list, or posted the files again. */
function refusalOf({ id, name, kind, at }: Refusal) {
  return { id, label: `${name} does not agree to these files`, value: `${RELEASES[kind]}, ${showDateTime(at)}` }
}

function factsOf(post: ReviewedPost): { label: string; value: string }[] {
  const price = post.priceMinor === null ? null : formatMoney({ amountMinor: post.priceMinor, currency: 'UGX' })
  return [
    { label: 'Price', value: price ?? 'None' },
    { label: 'Who is shown', value: post.shown === null ? 'Not stated' : SHOWN[post.shown] },
    ...(post.submittedAt ? [{ label: 'Submitted', value: showDateTime(post.submittedAt) }] : []),
    ...(post.publishedAt ? [{ label: 'Published', value: showDateTime(post.publishedAt) }] : []),
    { label: 'Unlocks so far', value: String(post.buyers) },
    { label: 'If removed', value: post.buyers > 0 ? 'Buyers are refunded' : 'Nobody has bought it' },
    { label: 'Earlier decisions', value: `${post.approvedPosts} approved, ${post.rejectedPosts} rejected` },
  ]
}
