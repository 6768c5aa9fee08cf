import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import type { MediaPurpose } from './media.ts'

export type Audience = 'public' | 'subscribers' | 'pay_to_unlock'

/** All that decides who sees a piece of content. The rights are the viewer's, read with the content in one look. */
export type ContentFacts = {
  ownerId: string
  audience: Audience
  state: 'in_review' | 'published' | 'removed'
  /** Before this moment nobody but its creator knows of it. */
  publishedAt: Date | null
  /** When a story vanishes; null for everything that stays. */
  expiresAt: Date | null
  creatorVisible: boolean
  /** A pass, full access or a subscription of this creator, running now. */
  viewerHasAccess: boolean
  viewerBought: boolean
  /** A reviewer has opened it: it waits for them, and this look is on record. */
  viewerReviews?: boolean
}

export type ContentReason = 'not_there' | 'sign_in_required' | 'pass_required' | 'unlock_required'

/**
 * Who may see what. A creator sees everything of their own. What was bought stays readable for good, even while its creator is hidden
 * or the story has run out; what was removed is gone for everybody else, and its buyers are refunded.
 */
export function canViewContent(actor: Actor, content: ContentFacts, now: Date): Verdict<ContentReason> {
  if (actor?.id === content.ownerId) return allow
  if (content.state === 'in_review' && content.viewerReviews && hasPermission(actor, 'applications.review'))
    return allow
  if (content.state !== 'published' || content.publishedAt === null || content.publishedAt > now)
    return deny('not_there')
  // A suspended or blocked person keeps no more rights here than a visitor has.
  const inGoodStanding = actor !== null && actor.accountStatus === 'active' && !actor.isBlocked
  if (inGoodStanding && content.viewerBought) return allow
  if (!content.creatorVisible || hasExpired(content, now)) return deny('not_there')
  if (content.audience === 'public') return allow
  if (!inGoodStanding) return deny('sign_in_required')
  if (!content.viewerHasAccess) return deny('pass_required')
  return content.audience === 'subscribers' ? allow : deny('unlock_required')
}

export function hasExpired(content: Pick<ContentFacts, 'expiresAt'>, now: Date): boolean {
  return content.expiresAt !== null && content.expiresAt <= now
}

/**
 * Who may fetch a medium's bytes. Pictures of a shop window (avatar, cover, card, share card) are for everybody; those of posts follow
 * the posts that carry them, and nothing but its owner sees one that no post carries.
 */
export function canViewMedia(
  actor: Actor,
  media: { ownerId: string; purpose: MediaPurpose },
  contents: readonly ContentFacts[],
  now: Date,
): Verdict<ContentReason> {
  if (media.purpose !== 'post' || actor?.id === media.ownerId) return allow
  const verdicts = contents.map((content) => canViewContent(actor, content, now))
  if (verdicts.some((verdict) => verdict.allowed)) return allow
  return verdicts.find((verdict) => !verdict.allowed && verdict.reason !== 'not_there') ?? deny('not_there')
}

/** The blurred preview is for whoever may know that the content exists. */
export function canViewPreview(
  actor: Actor,
  media: { ownerId: string; purpose: MediaPurpose },
  contents: readonly ContentFacts[],
  now: Date,
): Verdict<ContentReason> {
  const verdict = canViewMedia(actor, media, contents, now)
  return verdict.allowed || verdict.reason === 'not_there' ? verdict : allow
}
