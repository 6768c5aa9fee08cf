import { canContact, type Contact, type ContactDenial } from '#app/domain/contacts/policy.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { isOldEnough } from '#app/domain/identity/age.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type ThreadFacts = {
  creatorId: string
  fanId: string
  /** The fan has a pass, or a subscription to this creator. */
  entitled: boolean
  creatorVisible: boolean
  fanActive: boolean
  blockedByFan: boolean
  blockedByCreator: boolean
  /** The owner's switch: without wallets no message can be paid. */
  walletOn: boolean
  at: Date
}

export type WriteDenial =
  | 'sign_in_required'
  | ContactDenial
  | 'not_there'
  | 'profile_incomplete'
  | 'pass_required'
  | 'creator_away'
  | 'fan_away'
  | 'chat_off'

export type Side = 'fan' | 'creator'

/** Which side of a thread somebody is on; null for everybody else. */
export function sideOf(actor: Actor, { creatorId, fanId }: Pick<ThreadFacts, 'creatorId' | 'fanId'>): Side | null {
  if (actor?.id === fanId) return 'fan'
  return actor?.id === creatorId ? 'creator' : null
}

/** Who reads a thread: its two sides, also after a pass has ended or a block. */
export function canRead(actor: Actor, thread: Pick<ThreadFacts, 'creatorId' | 'fanId'>): Verdict<'not_there'> {
  return sideOf(actor, thread) ? allow : deny('not_there')
}

/**
 * Who writes into a thread: a fan who is an adult with a pass or a subscription to the creator, and the creator while visible, unless one
 * side has blocked the other.
 */
export function canWrite(actor: Actor, facts: ThreadFacts): Verdict<WriteDenial> {
  if (!actor) return deny('sign_in_required')
  const side = sideOf(actor, facts)
  if (!side) return deny('not_there')
  const contact = canContact(actor, contactOf(side, facts))
  if (!contact.allowed) return contact
  if (!facts.creatorVisible) return deny('creator_away')
  return side === 'fan' ? canPay(actor, facts) : facts.fanActive ? allow : deny('fan_away')
}

/** The blocks of a thread, as this side sees them that sends now. */
function contactOf(side: Side, facts: Pick<ThreadFacts, 'blockedByFan' | 'blockedByCreator'>): Contact {
  const { blockedByFan, blockedByCreator } = facts
  return side === 'fan'
    ? { blockedBySender: blockedByFan, blockedByReceiver: blockedByCreator }
    : { blockedBySender: blockedByCreator, blockedByReceiver: blockedByFan }
}

function canPay(fan: NonNullable<Actor>, facts: ThreadFacts): Verdict<WriteDenial> {
  if (!fan.profileCompleted || fan.birthday === null || !isOldEnough(fan.birthday, facts.at))
    return deny('profile_incomplete')
  if (!facts.entitled) return deny('pass_required')
  return facts.walletOn ? allow : deny('chat_off')
}

/**
 * Whether a message that a creator sends to many, or that is sent by itself, reaches this fan: only one with access, where neither has
 * blocked the other.
 */
export function canReachFan(
  facts: Pick<ThreadFacts, 'entitled' | 'creatorVisible' | 'fanActive' | 'blockedByFan' | 'blockedByCreator'>,
): Verdict<'blocked' | 'creator_away' | 'fan_away' | 'pass_required'> {
  if (!canContact(SENT_BY_ITSELF, contactOf('creator', facts)).allowed) return deny('blocked')
  if (!facts.creatorVisible) return deny('creator_away')
  if (!facts.fanActive) return deny('fan_away')
  return facts.entitled ? allow : deny('pass_required')
}

/** Whether its creator's account may send is asked by whoever starts it. */
const SENT_BY_ITSELF = { accountStatus: 'active', isBlocked: false } as const

/** Who writes to many fans at once: a creator whose page is visible. */
export function canWriteToMany(
  actor: Actor,
  { visible }: { visible: boolean },
): Verdict<'sign_in_required' | 'not_creator' | 'creator_away'> {
  if (!actor) return deny('sign_in_required')
  if (actor.userType !== 'creator') return deny('not_creator')
  return visible && actor.accountStatus === 'active' && !actor.isBlocked ? allow : deny('creator_away')
}

/** Who keeps saved replies and a welcome message: a creator whose account is not closed, also while hidden. */
export function canKeepTools(actor: Actor): Verdict<'not_there'> {
  return actor?.userType === 'creator' && actor.accountStatus !== 'closed' ? allow : deny('not_there')
}
