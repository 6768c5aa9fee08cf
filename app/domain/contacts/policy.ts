import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

/** What two people have decided about each other: blocked by the one who sends now, by the one who would receive it. */
export type Contact = { blockedBySender: boolean; blockedByReceiver: boolean }

export type ContactDenial =
  | 'account_closed'
  /** By the sender: unblocking is one tap away. */
  | 'you_blocked'
  /** By the receiver; the sender is not told more. */
  | 'blocked'

type Sender = { accountStatus: 'active' | 'suspended' | 'closed'; isBlocked: boolean }

/**
 * Whether anything may go from one person to another: words, money with words, a vote, a follow, a notice. Every policy of such a path asks
 * this, in both directions. What was bought stays readable, and money goes back, whoever has blocked whom.
 */
export function canContact(sender: Sender, contact: Contact): Verdict<ContactDenial> {
  if (sender.accountStatus !== 'active' || sender.isBlocked) return deny('account_closed')
  if (contact.blockedBySender) return deny('you_blocked')
  return contact.blockedByReceiver ? deny('blocked') : allow
}

export const NO_BLOCK: Contact = { blockedBySender: false, blockedByReceiver: false }
