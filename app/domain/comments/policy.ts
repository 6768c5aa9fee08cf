import { canContact, type Contact, type ContactDenial } from '#app/domain/contacts/policy.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { ContentFacts } from '#app/domain/media/policy.ts'
import { canTakePart, type TakingPartDenial } from '#app/domain/media/take-part.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type CommentDenial = TakingPartDenial | ContactDenial | 'profile_incomplete' | 'comments_closed'

/**
 * Who reads the comments under a post: its creator, and fans with a right that was paid for or granted. A public post is open to everybody,
 * but the names of those who write under it are not.
 */
export function canReadComments(actor: Actor, post: ContentFacts, now: Date): Verdict<TakingPartDenial> {
  const part = canTakePart(actor, post, now)
  if (!part.allowed || actor?.id === post.ownerId) return part
  return post.viewerHasAccess || post.viewerBought ? allow : deny('pass_required')
}

/**
 * Who writes under a post: whoever reads its comments and has a name, while its creator keeps them open and neither has blocked the other.
 */
export function canComment(
  actor: Actor,
  post: ContentFacts & { commentsOpen: boolean; contact: Contact },
  now: Date,
): Verdict<CommentDenial> {
  const reading = canReadComments(actor, post, now)
  if (!reading.allowed) return reading
  if (!actor?.profileCompleted) return deny('profile_incomplete')
  const contact = canContact(actor, post.contact)
  if (!contact.allowed) return contact
  return post.commentsOpen ? allow : deny('comments_closed')
}

export type RemovalFacts = { authorId: string; creatorId: string }

/** Who removes a comment: its author, and the creator under whose post it is. */
export function canRemoveComment(actor: Actor, comment: RemovalFacts): Verdict<'not_yours'> {
  return actor && (actor.id === comment.authorId || actor.id === comment.creatorId) ? allow : deny('not_yours')
}
