import { formatMoney } from '#app/domain/money/money.ts'
import type { CreatorMoney } from '#app/domain/overview/creator-home.server.ts'
import { maskedAccount } from '#app/domain/payouts/account.ts'
import type { NextPayout, PayoutAccount } from '#app/domain/payouts/queries.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { showClock, showDate, showDay } from '#app/platform/dates.ts'
import { keptText, sumOf, waitOf } from '#app/web/creator/payouts/payout-rows.ts'
import { showShortDay } from '#app/web/creator/earnings/amounts.ts'
import { counted } from '#app/platform/counted.ts'

export type NextPayoutRow = {
  title: string
  meta: string
  /** What arrives; null where nothing is sent. */
  amount: string | null
  href: string
  /** Money waits for its creator to do something. */
  waits: boolean
}

/** When the money is paid, how much of it, and to which number; or what keeps it from being paid. */
export function nextPayoutRow(
  next: NextPayout,
  account: PayoutAccount | null,
  { money, today }: { money: Pick<CreatorMoney, 'clearingMinor' | 'availableMinor' | 'owedMinor'>; today: Date },
): NextPayoutRow {
  const own = money.clearingMinor + money.availableMinor - money.owedMinor
  const there = next.thereMinor > 0n ? shillings(next.thereMinor) : null
  const wait = waitOf(account, next.at, today)
  if (wait !== null)
    return {
      title: account ? wait : own > 0n ? `${shillings(own)} waits: add a payout account` : 'Add a payout account',
      meta: account ? maskedAccount(account) : 'We pay every Friday at 09:00 EAT',
      amount: null,
      href: toDashboard.payoutAccount,
      waits: true,
    }
  const day = `Next payout ${showDay(next.at)}`
  if (next.parts.length === 0)
    return {
      title: day,
      meta: `${there ?? shillings(0n)} there by then. Minimum payout ${shillings(next.minimumMinor)}`,
      amount: null,
      href: to.payouts,
      waits: false,
    }
  const kept = keptText(next.keptMinor, next.thereMinor)
  return {
    title: `${day}, ${showClock(next.at)}`,
    meta: [`To ${maskedAccount(account!)}: ${sumOf(next.sums)}`, kept].filter(Boolean).join('. '),
    amount: shillings(next.sums.netMinor),
    href: to.payouts,
    waits: false,
  }
}

export type MoneyRow = { label: string; meta: string | null; amount: string; href: string }

/** Days whose clearing is named one by one. */
const NAMED_DAYS = 2

/** Where all the money is: the first row is the sum of the others. What is still to be earned stands apart. */
export function moneyRows(money: CreatorMoney): { rows: MoneyRow[]; future: MoneyRow | null; owed: string | null } {
  const { future, takenMinor } = money
  return {
    rows: [
      {
        label: 'Earned',
        meta: 'So far, after our fee and refunds',
        amount: shillings(money.earnedMinor),
        href: toDashboard.statement,
      },
      { label: 'Pending', meta: clearsText(money), amount: shillings(money.clearingMinor), href: to.clearingEarnings },
      {
        label: 'Available',
        meta: 'For the next payout',
        amount: shillings(money.availableMinor),
        href: withQuery(to.payouts, { show: 'available' }),
      },
      {
        label: 'On its way',
        meta: null,
        amount: shillings(money.onItsWayMinor),
        href: withQuery(to.payouts, { show: 'on_its_way' }),
      },
      { label: 'Paid', meta: null, amount: shillings(money.paidMinor), href: withQuery(to.payouts, { show: 'paid' }) },
      ...(takenMinor === 0n
        ? []
        : [
            {
              label: 'Fees and tax',
              meta: 'Of payouts, creator fees from earnings, corrections',
              amount: shillings(takenMinor),
              href: toDashboard.statement,
            },
          ]),
    ],
    future:
      future.minor > 0n
        ? {
            label: 'Still to earn',
            meta: `${counted(future.subscriptions, 'subscriber')}, day by day until ${future.until ? showDate(future.until) : 'their end'}, if nobody is refunded`,
            amount: shillings(afterFee(future)),
            href: to.earnings,
          }
        : null,
    owed: money.owedMinor > 0n ? shillings(money.owedMinor) : null,
  }
}

/** What is still to be earned, after our fee. */
export function afterFee({ minor, feeBasisPoints }: CreatorMoney['future']): bigint {
  return minor - (minor * BigInt(feeBasisPoints)) / 10_000n
}

/** "UGX 20,000 on 29 Nov, UGX 5,000 on 30 Nov, the rest until 6 Dec". */
function clearsText({ clears }: CreatorMoney): string | null {
  if (clears.length === 0) return null
  const named = clears.slice(0, NAMED_DAYS).map(({ day, minor }) => `${shillings(minor)} on ${showShortDay(day)}`)
  const last = clears.length > NAMED_DAYS ? [`the rest until ${showShortDay(clears.at(-1)!.day)}`] : []
  return [...named, ...last].join(', ')
}

function shillings(amountMinor: bigint): string {
  return formatMoney({ amountMinor, currency: 'UGX' })
}
