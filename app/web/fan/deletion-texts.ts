import { formatMoney } from '#app/domain/money/money.ts'
import type { Blocker } from '#app/domain/privacy/policy.ts'
import type { SalesRefund } from '#app/domain/privacy/sold-posts.ts'
import { unreachable } from '#app/platform/result.ts'

export const DELETION_WORD = 'DELETE'

export const REMOVAL_WORD = 'REMOVE'

export const DELETION_TEXTS = {
  removalWordMissing: `Type ${REMOVAL_WORD} in capital letters to go on`,
  nothingSold: 'Nothing that fans have bought is left to remove.',
  wordMissing: `Type ${DELETION_WORD} in capital letters to go on`,
  codeSent: { title: 'Verification code sent', description: 'Check your inbox for the code.' },
  invalidCode: 'Invalid code: The verification code is invalid or expired.',
  codeEnded: { title: 'Invalid code', description: 'The verification code is invalid or expired.' },
  tooMany: 'Too many codes were asked for today. Please try again tomorrow.',
  staff: 'Staff accounts are closed by the owner.',
  notActive: 'This account is not active. Please contact support.',
  somethingOpen: 'Something is still open. See below what has to end first.',
  closed: { title: 'Account closed', description: '' },
  reopened: { title: 'Welcome back', description: 'Your account is open again. Sign in to go on.' },
  linkEnded: { title: 'Error', description: 'This link has ended.' },
} as const

/** What has to end before the account can go, in a sentence each. */
export function blockerText(blocker: Blocker): string {
  switch (blocker.kind) {
    case 'open_payments':
      return `${count(blocker.count, 'payment is', 'payments are')} still under way. Wait until the result is known.`
    case 'refunds':
      return `${count(blocker.count, 'refund is', 'refunds are')} on the way back to you and must arrive first.`
    case 'disputes':
      return `${count(blocker.count, 'payment is', 'payments are')} asked back by your bank, which must be settled first.`
    case 'payouts':
      return `${count(blocker.count, 'payout is', 'payouts are')} on the way to you and must arrive first.`
    case 'balance':
      return blocker.owed.amountMinor > 0n
        ? `${formatMoney(blocker.owed)} of yours is still in your account here. It must be paid out, spent or refunded first.`
        : `${formatMoney({ ...blocker.owed, amountMinor: -blocker.owed.amountMinor })} is owed to us and must be settled first.`
    case 'waiting_fees':
      return `${count(blocker.count, 'creator fee has', 'creator fees have')} been paid and not used. It begins with your approval or goes back to you first.`
    case 'sold_posts':
      return `Fans have bought ${count(blocker.count, 'of your posts', 'of your posts')} for good. They get their money back first: see below.`
    default:
      return unreachable(blocker)
  }
}

/** What giving back all sales means, line by line; nothing where nothing is sold. */
export function soldPostRows(sales: SalesRefund): { label: string; value: string }[] {
  const sum = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
  return [
    { label: 'Posts that fans have bought', value: String(sales.posts + sales.waiting) },
    { label: 'Buyers who get their money back', value: String(sales.buyers) },
    { label: 'Goes back to them', value: sum(sales.paid) },
    { label: 'Your part of it', value: sum(sales.part) },
    { label: 'From your pending earnings', value: sum(sales.fromPending) },
    { label: 'From your available earnings', value: sum(sales.fromAvailable) },
    ...(sales.owed > 0n ? [{ label: 'Owed by you before you can leave', value: sum(sales.owed) }] : []),
  ]
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
