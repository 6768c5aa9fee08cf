import type { Actor } from '#app/domain/identity/actor.ts'
import type { ContentFacts } from '#app/domain/media/policy.ts'
import { canTakePart, type TakingPartDenial } from '#app/domain/media/take-part.ts'
import { deny, type Verdict } from '#app/platform/verdict.ts'

export type LikeDenial = TakingPartDenial | 'own_post'

/** Who may like a post: whoever is signed in and may see it in full, except its creator. */
export function canLike(actor: Actor, post: ContentFacts, now: Date): Verdict<LikeDenial> {
  const part = canTakePart(actor, post, now)
  return part.allowed && actor?.id === post.ownerId ? deny('own_post') : part
}
