import { formatMoney } from '#app/domain/money/money.ts'
import type { Blocker } from '#app/domain/privacy/policy.ts'
import type { SalesRefund } from '#app/domain/privacy/sold-posts.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'

export const DELETION_WORD = 'DELETE'

export const REMOVAL_WORD = 'REMOVE'

export const DELETION_TEXTS = {
  removalWordMissing: `Type ${REMOVAL_WORD} in capital letters to continue`,
  nothingSold: 'You have no sold posts left to remove.',
  wordMissing: `Type ${DELETION_WORD} in capital letters to continue`,
  codeSent: { title: 'Verification code sent', description: 'Check your inbox for the code.' },
  invalidCode: 'Invalid code: The verification code is invalid or expired.',
  codeEnded: { title: 'Invalid code', description: 'The verification code is invalid or expired.' },
  staff: 'Only the owner can close staff accounts.',
  notActive: 'This account is not active. Please contact support.',
  somethingOpen: 'Your account can\u2019t be deleted yet. First do what the list says.',
  closed: { title: 'Account closed', description: '' },
  reopened: { title: 'Welcome back', description: 'Your account is open again. Sign in to continue.' },
  linkEnded: { title: 'Error', description: 'This link no longer works.' },
} as const

/** What must be settled before the account can be deleted, one sentence each. */
export function blockerText(blocker: Blocker): string {
  switch (blocker.kind) {
    case 'open_payments':
      return `${count(blocker.count, 'payment is', 'payments are')} still under way. Wait until it is confirmed.`
    case 'refunds':
      return `${count(blocker.count, 'refund is', 'refunds are')} on the way to you. Wait until the money is sent.`
    case 'disputes':
      return `${count(blocker.count, 'payment is', 'payments are')} disputed by your bank. Wait until this is decided.`
    case 'payouts':
      return `${count(blocker.count, 'payout is', 'payouts are')} on the way to you. Wait until it arrives.`
    case 'balance':
      if (blocker.owed.amountMinor > 0n) return owedText(blocker.purpose, formatMoney(blocker.owed))
      return `${formatMoney({ ...blocker.owed, amountMinor: -blocker.owed.amountMinor })} is still owed to Peach. Contact support to settle it.`
    case 'waiting_fees':
      return `${count(blocker.count, 'creator fee has', 'creator fees have')} been paid and not used. Wait for your approval or the refund.`
    case 'sold_posts':
      return `Fans have bought ${count(blocker.count, 'of your posts and messages', 'of your posts and messages')} for good. First refund them: see below.`
    default:
      return unreachable(blocker)
  }
}

/** Money of theirs that we hold, in the words of what it is. */
function owedText(purpose: string, sum: string): string {
  switch (purpose) {
    case 'wallet':
      return `First spend the ${sum} in your wallet, or ask for a refund at the receipt of a top-up.`
    case 'wallet_holds':
      return `${sum} is held for your open requests. Withdraw them, or wait until they are delivered.`
    case 'creator_pending':
      return `${sum} of your earnings is pending. Wait until it clears and is paid out.`
    case 'creator_available':
      return `${sum} of your earnings has not been paid out. Wait for the payout.`
    case 'payouts_in_transit':
      return `${sum} is on the way to your payout account. Wait until it arrives.`
    case 'deferred_creator_fees':
      return `${sum} of your creator fees pays for weeks that are not over. Wait until they end.`
    case 'deferred_creator_subscriptions':
      return `${sum} of subscriptions to your page is not earned yet. Wait until they end.`
    default:
      return `${sum} on your account is not settled yet. Contact support to settle it.`
  }
}

/** Where that is done, if somewhere of ours. */
export function blockerLink(blocker: Blocker): { href: string; label: string } | null {
  if (blocker.kind === 'payouts') return { href: to.payouts, label: 'See your payouts' }
  if (blocker.kind !== 'balance' || blocker.owed.amountMinor <= 0n) return null
  return Object.hasOwn(PLACES, blocker.purpose) ? PLACES[blocker.purpose]! : null
}

const PLACES: Readonly<Record<string, { href: string; label: string }>> = {
  wallet: { href: to.wallet, label: 'Open your wallet' },
  wallet_holds: { href: to.requests, label: 'See your requests' },
  creator_pending: { href: to.clearingEarnings, label: 'See when it clears' },
  creator_available: { href: to.payouts, label: 'See your payouts' },
  payouts_in_transit: { href: to.payouts, label: 'See your payouts' },
}

/** What refunding all sales costs, line by line. */
export function soldPostRows(sales: SalesRefund): { label: string; value: string }[] {
  const sum = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
  return [
    { label: 'Posts bought by fans', value: String(sales.posts + sales.waiting) },
    { label: 'Buyers refunded', value: String(sales.buyers) },
    { label: 'Refunded to them', value: sum(sales.paid) },
    { label: 'Your part', value: sum(sales.part) },
    { label: 'From your pending earnings', value: sum(sales.fromPending) },
    { label: 'From your available earnings', value: sum(sales.fromAvailable) },
    ...(sales.owed > 0n ? [{ label: 'You owe before you can leave', value: sum(sales.owed) }] : []),
  ]
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
