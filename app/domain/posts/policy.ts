import type { Actor } from '#app/domain/identity/actor.ts'
import { canViewContent, type ContentFacts, type ContentReason } from '#app/domain/media/policy.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

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
