import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type FanFacts = {
  creatorId: string
  /** Follows the creator, has paid them, or they have written to each other. */
  isFan: boolean
}

/** Who keeps a note about somebody and puts them on lists: the creator whose fan they are, and nobody else. */
export function canKeepFan(actor: Actor, { creatorId, isFan }: FanFacts): Verdict<'not_there' | 'account_closed'> {
  if (actor?.userType !== 'creator' || actor.id !== creatorId || !isFan) return deny('not_there')
  return actor.accountStatus === 'closed' ? deny('account_closed') : allow
}

/** Who has lists of fans. */
export function canKeepLists(actor: Actor): Verdict<'not_permitted'> {
  return actor?.userType === 'creator' && actor.accountStatus !== 'closed' ? allow : deny('not_permitted')
}
