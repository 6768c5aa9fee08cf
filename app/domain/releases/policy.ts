import type { Actor } from '#app/domain/identity/actor.ts'
import type { PostState } from '#app/domain/posts/post.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type PeopleDenial = 'not_yours' | 'not_active' | 'post_is_submitted' | 'post_is_over'

/**
 * Who may change who is named in a post: its creator, while it is a draft. A person who has not answered may be asked again while the post
 * waits.
 */
export function canChangePeople(
  actor: Actor,
  post: { creatorId: string; state: PostState },
  change: 'list' | 'ask_again',
): Verdict<PeopleDenial> {
  if (actor === null || actor.id !== post.creatorId || actor.userType !== 'creator') return deny('not_yours')
  if (actor.accountStatus !== 'active' || actor.isBlocked) return deny('not_active')
  if (post.state === 'draft') return allow
  const waits = post.state === 'in_review' || post.state === 'processing' || post.state === 'scheduled'
  if (!waits) return deny('post_is_over')
  return change === 'ask_again' ? allow : deny('post_is_submitted')
}

/** Who may answer a release by signing in: the creator who is named in it. An outside person has the link instead. */
export function canAnswerRelease(actor: Actor, release: { performerId: string | null }): Verdict<'not_yours'> {
  const isNamed = actor !== null && release.performerId === actor.id
  return isNamed && actor.accountStatus === 'active' && !actor.isBlocked ? allow : deny('not_yours')
}

export type LiftDenial = 'not_yours' | 'own_post'

/** Who may lift a refusal: those who may unblock media, but not for what is their own. */
export function canLiftRefusal(actor: Actor, refusal: { creatorId: string }): Verdict<LiftDenial> {
  if (!hasPermission(actor, 'blocked_media.unblock')) return deny('not_yours')
  return actor?.id === refusal.creatorId ? deny('own_post') : allow
}
