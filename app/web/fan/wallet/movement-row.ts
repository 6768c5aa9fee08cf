import { formatMoney } from '#app/domain/money/money.ts'
import { showClock } from '#app/platform/dates.ts'
import { labelsOf } from '#app/domain/products/registry.ts'
import type { PendingPayment } from '#app/domain/purchases/own-payments.server.ts'
import type { WalletMovement } from '#app/domain/purchases/wallet-history.server.ts'
import { to } from '#app/links.ts'
import type { Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icon.tsx'
import { dayWord } from '../profile/recent-activity.ts'
import { methodWord, OUTCOMES, paymentPage } from '../receipts/receipt-row.ts'

export type MovementRow = {
  key: string
  icon: IconName
  tone: Tone
  title: string
  /** "Today, 19:12", after what money was reserved for. */
  meta: string
  /** With its sign, so that it does not depend on a colour. */
  sum: string
  inward: boolean
  href: string | undefined
}

/** One line of the wallet's history: what, when, and the amount with its sign. */
export function movementRow(movement: WalletMovement, at: Date): MovementRow {
  const { amount, purchase } = movement
  const inward = amount.amountMinor > 0n
  const { what, ...view } = viewsOf(movement, inward)
  const moment = momentWord(movement.at, at)
  return {
    key: movement.entryId,
    ...view,
    meta: what ? `${what} \u00b7 ${moment}` : moment,
    sum: `${inward ? '+' : '\u2212'} ${formatMoney({ ...amount, amountMinor: inward ? amount.amountMinor : -amount.amountMinor })}`,
    inward,
    href: purchase ? to.receipt(purchase.id) : undefined,
  }
}

/** A top-up without an answer yet, in the same list: whoever doesn't see it pays once more. It leads to the page of its payment. */
export function pendingRow(payment: PendingPayment, at: Date): MovementRow {
  return {
    key: payment.reference,
    icon: 'hourglass',
    tone: 'warning',
    title: `Top-up, ${methodWord(payment.method, payment.network)}`,
    meta: `${OUTCOMES[payment.state].word} \u00b7 ${momentWord(payment.at, at)}`,
    sum: formatMoney(payment.price),
    inward: false,
    href: paymentPage(payment.reference),
  }
}

function momentWord(when: Date, at: Date): string {
  return `${dayWord(when, at, ['Today', 'Yesterday'])}, ${showClock(when)}`
}

type Looks = Pick<MovementRow, 'icon' | 'tone' | 'title'> & { what?: string }

function viewsOf({ kind, purchase, hold, message }: WalletMovement, inward: boolean): Looks {
  if (kind === 'wallet_topped_up' && purchase)
    return {
      icon: 'banknote',
      tone: 'success',
      title: `Top-up, ${methodWord(purchase.method === 'card' ? 'card' : 'mobile_money', purchase.network)}`,
    }
  if (hold) return holdStyle(kind, hold)
  if (message) return { icon: 'message-circle', tone: 'accent', title: `Message to ${message.creatorName}` }
  if (!purchase)
    return inward
      ? { icon: 'refresh-cw', tone: 'success', title: 'Refund' }
      : { icon: 'receipt-text', tone: 'accent', title: 'Reversed' }
  const labels = labelsOf(purchase.facts.kind)
  return inward
    ? {
        icon: 'refresh-cw',
        tone: 'success',
        title: `Refund, ${labels.refundedName(purchase.facts, purchase.name)}`,
      }
    : labels.inWallet(purchase.facts, purchase.name)
}

const WHY: Record<string, string> = {
  declined: 'declined',
  withdrawn: 'withdrawn',
  expired: 'not answered in time',
  creator_hidden: 'creator not available',
  not_delivered: 'not delivered',
  price_changed: 'price changed',
  payment_charged_back: 'its top-up was reversed',
}

function holdStyle(kind: string, { causeKind, endReason }: NonNullable<WalletMovement['hold']>): Looks {
  const what = causeKind === 'custom_request' ? 'Custom request' : 'Booking'
  if (kind === 'hold_placed') return { icon: 'hourglass', tone: 'info', title: 'Reserved', what }
  const why = endReason && Object.hasOwn(WHY, endReason) ? WHY[endReason] : null
  return { icon: 'refresh-cw', tone: 'success', title: 'Released', what: why ? `${what}, ${why}` : what }
}
