import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import type { MediaPurpose } from './media.ts'

/**
 * The facts that decide who sees a picture of a page: an avatar, a card, a cover or a share picture. Read with the picture in one query.
 */
export type PictureFacts = {
  /** Its owner shows it now: it was neither replaced nor removed. */
  current: boolean
  ownerActive: boolean
  /** A creator visible to everybody: approved, paid for, neither suspended nor blocked. */
  ownerVisible: boolean
  /** Has a creator's page, visible or not. */
  ownerIsCreator: boolean
  /** Follows the viewer, has subscribed to them, or has tipped them under their name. */
  ownerTakesPart: boolean
}

export type Audience = 'public' | 'subscribers' | 'pay_to_unlock'

export type ContentState =
  | 'draft'
  | 'scheduled'
  | 'processing'
  | 'in_review'
  | 'published'
  | 'archived'
  | 'removed'
  | 'deleted'

/** The facts that decide who sees a piece of content. The rights are the viewer's, read with the content in one query. */
export type ContentFacts = {
  ownerId: string
  audience: Audience
  state: ContentState
  /** Before this moment only its creator knows of it. */
  publishedAt: Date | null
  /** When a story expires; null for everything else. */
  expiresAt: Date | null
  creatorVisible: boolean
  /** A pass, full access or a subscription to this creator, running now. */
  viewerHasAccess: boolean
  viewerBought: boolean
  /** A reviewer has opened it, and this view is recorded. */
  viewerReviews?: boolean
  /** A creator who is asked to sign that they are shown in it, and has not answered. */
  viewerIsAsked?: boolean
}

/** A post as it contains one medium. */
export type ContainingFacts = ContentFacts & {
  /** Its creator shows this very medium of it to everybody. */
  isFreeItem: boolean
  /** How many seconds of the beginning of this very medium its creator shows to everybody; null for none. */
  freeSeconds: number | null
}

export type ContentReason = 'not_there' | 'sign_in_required' | 'pass_required' | 'unlock_required'

/**
 * Who may see what. A creator sees everything of their own. A bought post stays open permanently, even while its creator is hidden, the
 * story has expired, or its creator has archived or deleted it; a removed post is closed to everybody else, and its buyers are refunded.
 * Who is asked to sign for it, signed in as the creator who was named, sees it before that.
 */
export function canViewContent(actor: Actor, content: ContentFacts, now: Date): Verdict<ContentReason> {
  if (actor?.id === content.ownerId) return allow
  if (content.viewerReviews && mayOpenForReview(actor, content.state)) return allow
  // A suspended or blocked person has no more rights here than a visitor.
  const isActive = actor !== null && actor.accountStatus === 'active' && !actor.isBlocked
  if (isActive && content.viewerIsAsked && content.state !== 'removed' && content.state !== 'deleted') return allow
  if (!WERE_PUBLISHED.includes(content.state) || content.publishedAt === null || content.publishedAt > now)
    return deny('not_there')
  if (isActive && content.viewerBought) return allow
  if (content.state !== 'published') return deny('not_there')
  if (!content.creatorVisible || hasExpired(content, now)) return deny('not_there')
  if (content.audience === 'public') return allow
  if (!isActive) return deny('sign_in_required')
  if (!content.viewerHasAccess) return deny('pass_required')
  return content.audience === 'subscribers' ? allow : deny('unlock_required')
}

/** Whether the actor's role reviews content in this state; each view is opened and recorded before. A draft is its creator's alone. */
function mayOpenForReview(actor: Actor, state: ContentState): boolean {
  if (state === 'draft') return false
  return (
    hasPermission(actor, 'content.review') || (state === 'in_review' && hasPermission(actor, 'applications.review'))
  )
}

/** What fans saw once: who bought it keeps it. */
const WERE_PUBLISHED: readonly ContentState[] = ['published', 'archived', 'deleted']

export function hasExpired(content: Pick<ContentFacts, 'expiresAt'>, now: Date): boolean {
  return content.expiresAt !== null && content.expiresAt <= now
}

/** Whether a page's picture is public, so that shared caches may keep it for a moment. */
export function isPublicPicture(picture: PictureFacts): boolean {
  return picture.current && picture.ownerVisible
}

/**
 * Who may see a picture of a page. One of a visible creator is public. Any other is for its owner, for staff whose pages show it, and, if
 * its owner is neither suspended nor blocked, for the creator whom the owner follows, has subscribed to or has tipped. A replaced one is
 * closed.
 */
export function canViewPicture(actor: Actor, ownerId: string, picture: PictureFacts): Verdict<'not_there'> {
  if (!picture.current) return deny('not_there')
  if (isPublicPicture(picture) || actor?.id === ownerId) return allow
  if (actor === null || actor.accountStatus !== 'active' || actor.isBlocked) return deny('not_there')
  if (hasPermission(actor, 'applications.review')) return allow
  if (picture.ownerIsCreator && hasPermission(actor, 'payouts.run')) return allow
  return picture.ownerTakesPart && picture.ownerActive && actor.userType === 'creator' ? allow : deny('not_there')
}

/** A message with a medium, as the fan has it to whom it was sent. */
export type MessageFacts = { locked: boolean; bought: boolean; removed: boolean }

/**
 * The medium of a post has the rights of its posts, and is open to a fan whom it was delivered to, or sent in a message that is free or
 * bought; a picture of a page has facts of its own.
 */
export type MediaFacts =
  | {
      ownerId: string
      purpose: 'post'
      deliveredToViewer: boolean
      /** A reviewer has opened a report about a message that contains it, and this view is recorded. */
      viewerReviews?: boolean
      /** The messages to the viewer that contain it. */
      messages: readonly MessageFacts[]
    }
  | { ownerId: string; purpose: Exclude<MediaPurpose, 'post'>; picture: PictureFacts }

/**
 * Who may see one medium of a post: who may see the post, and where it is the free item, whoever may know of the post. A free item is as
 * open as a public post and no more: closed with the post that shows it, with its creator's page, and when its story expires.
 */
function canViewItem(actor: Actor, content: ContainingFacts, now: Date): Verdict<ContentReason> {
  return canViewContent(actor, content.isFreeItem ? { ...content, audience: 'public' } : content, now)
}

/** How many seconds of the beginning of a video this viewer may see without a right: those of the posts that they may know of. 0 for none. */
export function freeSecondsOf(actor: Actor, contents: readonly ContainingFacts[], now: Date): number {
  const seconds = contents.map((content) =>
    content.freeSeconds !== null && canViewContent(actor, { ...content, audience: 'public' }, now).allowed
      ? content.freeSeconds
      : 0,
  )
  return Math.max(0, ...seconds)
}

/**
 * Who may fetch a medium's bytes. Pictures of a page have their own rule; those of posts follow the posts, delivered requests and
 * messages that contain them, and only the owner sees one that nothing contains. Staff whose role includes the files of reports see
 * those of a reported message while their view of the report is open.
 */
export function canViewMedia(
  actor: Actor,
  media: MediaFacts,
  contents: readonly ContainingFacts[],
  now: Date,
): Verdict<ContentReason> {
  if (media.purpose !== 'post') return canViewPicture(actor, media.ownerId, media.picture)
  if (actor?.id === media.ownerId) return allow
  // A suspended or blocked person has no more rights than a visitor.
  const isActive = actor !== null && actor.accountStatus === 'active' && !actor.isBlocked
  const messages = isActive ? media.messages.filter((message) => !message.removed) : []
  // For good, even while its creator is hidden and after a pass has ended or one side has blocked the other: as the text beside it.
  if (isActive && (media.deliveredToViewer || messages.some(isOpenMessage))) return allow
  if (isActive && media.viewerReviews && hasPermission(actor, 'reports.view_files')) return allow
  const verdicts = contents.map((content) => canViewItem(actor, content, now))
  if (verdicts.some((verdict) => verdict.allowed)) return allow
  const denied = verdicts.find((verdict) => !verdict.allowed && verdict.reason !== 'not_there')
  return denied ?? deny(messages.length > 0 ? 'unlock_required' : 'not_there')
}

function isOpenMessage({ locked, bought }: MessageFacts): boolean {
  return !locked || bought
}

/** Whether a photo carries the viewer's mark: those of posts that a visitor may not see. What everybody can take, a mark protects no more. */
export function isMarked(media: MediaFacts, contents: readonly ContainingFacts[], now: Date): boolean {
  return media.purpose === 'post' && !canViewMedia(null, media, contents, now).allowed
}

/** The blurred preview is for viewers who may know that the content exists. */
export function canViewPreview(
  actor: Actor,
  media: MediaFacts,
  contents: readonly ContainingFacts[],
  now: Date,
): Verdict<ContentReason> {
  const verdict = canViewMedia(actor, media, contents, now)
  return verdict.allowed || verdict.reason === 'not_there' ? verdict : allow
}
