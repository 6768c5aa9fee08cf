import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type BlockDenial = 'not_yours' | 'own_post'

/** Who may block a medium: reviewers of content, but not what is their own. */
export function canBlockMedium(actor: Actor, medium: { ownerId: string }): Verdict<BlockDenial> {
  if (!hasPermission(actor, 'content.review')) return deny('not_yours')
  return actor?.id === medium.ownerId ? deny('own_post') : allow
}

/** Who may take a medium off the block list: the owner and super-admins, so that nobody undoes a removal alone. */
export function canUnblockMedium(actor: Actor, medium: { ownerId: string }): Verdict<BlockDenial> {
  if (!hasPermission(actor, 'blocked_media.unblock')) return deny('not_yours')
  return actor?.id === medium.ownerId ? deny('own_post') : allow
}
