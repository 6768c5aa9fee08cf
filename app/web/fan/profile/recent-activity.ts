import type { RecentFollow } from '#app/domain/follows/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { labelsOf } from '#app/domain/products/registry.ts'
import { OUTCOMES, paymentPage } from '../receipts/receipt-row.ts'
import type { PaidPurchase, PendingPayment } from '#app/domain/purchases/own-payments.server.ts'
import { to } from '#app/links.ts'
import type { Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icon.tsx'

export type ActivityRow = {
  key: string
  icon: IconName
  tone: Tone
  title: string
  meta: string
  price: string | null
  /** The link: a receipt or a creator. */
  href?: string
}

const MOST = 8

/** Payments, unlocks and follows in one list, the newest first. `follows` are in that order already. */
export function recentActivity(
  payments: readonly PaidPurchase[],
  follows: readonly RecentFollow[],
  at: Date,
  pending: readonly PendingPayment[] = [],
): ActivityRow[] {
  return [...pending.map(rowOfPending), ...payments.map(rowOfPayment), ...rowsOfFollows(follows)]
    .sort((left, right) => right.at.getTime() - left.at.getTime())
    .slice(0, MOST)
    .map(({ at: happened, about, ...row }) => ({
      ...row,
      meta: [about, dayWord(happened, at)].filter(Boolean).join(' · '),
    }))
}

type Row = Omit<ActivityRow, 'meta'> & { at: Date; about: string | null }

function rowOfPayment(payment: PaidPurchase): Row {
  return {
    key: payment.reference,
    ...labelsOf(payment.facts.kind).inActivity(payment.facts, payment.productName),
    price: formatMoney(payment.price),
    href: to.receipt(payment.purchaseId),
    at: payment.at,
  }
}

/** A payment without an answer yet, with its state, from the first second on. */
function rowOfPending(payment: PendingPayment): Row {
  return {
    key: payment.reference,
    icon: 'hourglass',
    tone: 'warning',
    title: payment.productName,
    about: OUTCOMES[payment.state].word,
    price: formatMoney(payment.price),
    href: paymentPage(payment.reference),
    at: payment.at,
  }
}

/** One row for the follows of a day: they are many, and cost nothing. */
function rowsOfFollows(follows: readonly RecentFollow[]): Row[] {
  return [...Map.groupBy(follows, ({ at }) => showDate(at)).values()].map((sameDay) => {
    const newest = sameDay[0]!
    const others = sameDay.length - 1
    return {
      key: `follow ${newest.creatorId}`,
      icon: 'heart',
      tone: 'neutral',
      title: `Followed ${newest.displayName}${others === 0 ? '' : ` and ${others} more`}`,
      about: null,
      price: null,
      href: others === 0 ? to.creator(newest.username) : '#favourites',
      at: newest.at,
    }
  })
}

/** "today", "yesterday" or the date, in Kampala time. */
export function dayWord(happened: Date, at: Date, [today, yesterday] = ['today', 'yesterday']): string {
  const day = showDate(happened)
  if (day === showDate(at)) return today
  return day === showDate(new Date(at.getTime() - 86_400_000)) ? yesterday : day
}
