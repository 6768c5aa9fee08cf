import type { Actor } from '#app/domain/identity/actor.ts'
import { type Audience, canViewContent, type ContentFacts, type ContentReason } from '#app/domain/media/policy.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import { POST_LIMITS, type PostState } from './post.ts'

/** Whether somebody may see a post in full. One rule for the page and for the bytes. */
export function canViewPost(actor: Actor, post: ContentFacts, now: Date): Verdict<ContentReason> {
  return canViewContent(actor, post, now)
}

/** Whether somebody may buy a post: it is sold, it is locked for them, and they have a pass. */
export function canUnlockPost(actor: Actor, post: ContentFacts, now: Date): boolean {
  const verdict = canViewContent(actor, post, now)
  return !verdict.allowed && verdict.reason === 'unlock_required'
}

/** Why an open post is open, for its chip. */
export function openBecause(actor: Actor, post: ContentFacts): 'own' | 'bought' | 'subscribers' | 'public' {
  if (actor?.id === post.ownerId) return 'own'
  if (post.viewerBought) return 'bought'
  return post.audience === 'public' ? 'public' : 'subscribers'
}

/** Whether a creator's posts may have a price: only while pay-to-unlock is switched on. */
export function canCarryPrice(creator: { payToUnlock: boolean }): Verdict<'pay_to_unlock_is_off'> {
  return creator.payToUnlock ? allow : deny('pay_to_unlock_is_off')
}

export type PostingDenial = 'not_signed_in' | 'not_a_creator' | 'not_approved' | 'not_active'

/** Who may write posts: an approved creator whose account is active, visible or not. */
export function canPost(actor: Actor, creator: { approved: boolean } | null): Verdict<PostingDenial> {
  if (!actor) return deny('not_signed_in')
  if (actor.userType !== 'creator' || creator === null) return deny('not_a_creator')
  if (actor.accountStatus !== 'active' || actor.isBlocked) return deny('not_active')
  return creator.approved ? allow : deny('not_approved')
}

/** Whether a person approves a post before fans see it: the first posts of a creator, and all posts of a flagged one. */
export function needsReview(creator: { reviewedPosts: number; flagged: boolean }): boolean {
  return creator.flagged || creator.reviewedPosts < POST_LIMITS.reviewedFirst
}

/** Why a post waits for a person; the names are stored. */
export const REVIEW_REASONS = [
  'person_declined',
  'missing_release',
  'blocked_match',
  'flagged',
  'new_creator',
  'not_compared',
] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

export type ReviewFacts = {
  /** A person has approved this post. */
  approved: boolean
  /** Somebody does not agree to be shown in one of its files. */
  personDeclined: boolean
  /** Somebody who is named in it has not signed for these media. */
  releaseMissing: boolean
  /** A photo looks like one that was removed. */
  looksBlocked: boolean
  /** A photo could not be compared with those that were removed. */
  notCompared: boolean
  creator: { reviewedPosts: number; flagged: boolean }
}

/**
 * The one rule of who waits, and why. A decision of a person answers everything but a missing or refused release: only the one who is
 * shown can give that.
 */
export function reviewReasons(post: ReviewFacts): ReviewReason[] {
  const { approved, creator } = post
  const applies: Record<ReviewReason, boolean> = {
    person_declined: post.personDeclined,
    missing_release: post.releaseMissing,
    blocked_match: !approved && post.looksBlocked,
    flagged: !approved && creator.flagged,
    new_creator: !approved && needsReview({ ...creator, flagged: false }),
    not_compared: !approved && post.notCompared,
  }
  return REVIEW_REASONS.filter((reason) => applies[reason])
}

/** From the cheapest for fans to the dearest. */
const AUDIENCES: readonly Audience[] = ['public', 'subscribers', 'pay_to_unlock']

/**
 * Whether a post may get this audience. One that somebody has bought can only stay as it is or become cheaper for fans; what it costs the
 * next buyer may always change, and buyers keep what they paid for.
 */
export function canChangeAudience(
  post: { audience: Audience; sold: boolean },
  to: Audience,
): Verdict<'sold_posts_only_get_cheaper'> {
  const dearer = AUDIENCES.indexOf(to) > AUDIENCES.indexOf(post.audience)
  return post.sold && dearer ? deny('sold_posts_only_get_cheaper') : allow
}

/** Whether one more post may be pinned. */
export function canPinPost(
  post: { state: PostState; expiresAt: Date | null },
  pinned: number,
): Verdict<'not_published' | 'too_many'> {
  // A story is on the page for a day, with a place of its own.
  if (post.state !== 'published' || post.expiresAt !== null) return deny('not_published')
  return pinned < POST_LIMITS.pinned ? allow : deny('too_many')
}

/** What its creator may still change in a post: everything in a draft, its texts and its price once it is submitted. */
export function editableParts(state: PostState): 'all' | 'texts' | 'nothing' {
  switch (state) {
    case 'draft':
      return 'all'
    case 'scheduled':
    case 'processing':
    case 'in_review':
    case 'published':
    case 'archived':
      return 'texts'
    case 'removed':
    case 'deleted':
      return 'nothing'
    default:
      return state satisfies never
  }
}
