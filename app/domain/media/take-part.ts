import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import { canViewContent, type ContentFacts, type ContentReason } from './policy.ts'

export type TakingPartDenial = ContentReason | 'account_closed'

/** Who may do anything with a post at all: whoever is signed in with an active account and sees it in full, while it is published. */
export function canTakePart(actor: Actor, post: ContentFacts, now: Date): Verdict<TakingPartDenial> {
  const view = canViewContent(actor, post, now)
  if (!view.allowed && view.reason === 'not_there') return view
  // Its buyers still see it, and nothing is added to it: no like, comment, vote or tip.
  if (post.state !== 'published' && actor?.id !== post.ownerId) return deny('not_there')
  if (!actor) return deny('sign_in_required')
  if (actor.accountStatus !== 'active' || actor.isBlocked) return deny('account_closed')
  return view.allowed ? allow : view
}
