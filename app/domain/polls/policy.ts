import { canContact, type Contact, type ContactDenial } from '#app/domain/contacts/policy.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { ContentFacts } from '#app/domain/media/policy.ts'
import { canTakePart, type TakingPartDenial } from '#app/domain/media/take-part.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import { isOpen } from './poll.ts'

export type VoteDenial = TakingPartDenial | ContactDenial | 'own_post' | 'poll_closed'

/** Who votes: whoever is signed in and may see the post in full, while the poll is open; not its creator, and nobody after a block. */
export function canVote(
  actor: Actor,
  post: ContentFacts,
  poll: { closesAt: Date | null; contact: Contact },
  now: Date,
): Verdict<VoteDenial> {
  const part = canTakePart(actor, post, now)
  if (!part.allowed) return part
  if (actor?.id === post.ownerId) return deny('own_post')
  const contact = canContact(actor!, poll.contact)
  if (!contact.allowed) return contact
  return isOpen(poll, now) ? allow : deny('poll_closed')
}

/** Who sees the votes: its creator at any time, who has voted, and everybody who sees the post once the poll is closed. */
export function canSeeResults(
  viewer: { isCreator: boolean; hasVoted: boolean },
  poll: { closesAt: Date | null },
  now: Date,
): boolean {
  return viewer.isCreator || viewer.hasVoted || (poll.closesAt !== null && !isOpen(poll, now))
}
