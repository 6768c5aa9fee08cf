import { SOURCE_TEXTS } from '#app/domain/earnings/earning.ts'
import type { ReleasedEarning } from '#app/domain/earnings/queries.server.ts'
import { maskedAccount } from '#app/domain/payouts/account.ts'
import { reasonText } from '#app/domain/payouts/failure.ts'
import { payoutNumber, ugxOf } from '#app/domain/payouts/payout.ts'
import type { ListedPayout, NextPayout, PayoutAccount } from '#app/domain/payouts/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { to } from '#app/links.ts'
import { showClock, showDate, showDay } from '#app/platform/dates.ts'
import { payoutChip } from '#app/web/components/payout-chip.ts'

/** A payout as its creator sees it: date, amount, status, and the reason or what happened next. */
export function payoutRow(payout: ListedPayout) {
  const next = payout.retriedBy && `Sent again as ${payoutNumber(payout.retriedBy.number)}`
  const why = [reasonText(payout.reason), next].filter(Boolean).join(' ')
  return {
    id: payout.id,
    number: payoutNumber(payout.number),
    day: showDate(payout.createdAt),
    note: why || maskedAccount(payout.account),
    net: formatMoney(ugxOf(payout.netMinor)),
    sum: sumOf(payout),
    chip: payoutChip(payout.state, payout.reason),
    cancelHref: payout.state === 'pending' ? `${to.payouts}?cancel=${payout.id}` : null,
  }
}

/** "726,000 − 1,500 fee": how the paid amount is calculated. */
export function sumOf(payout: { grossMinor: bigint; feeMinor: bigint; taxMinor: bigint }): string {
  const bare = (minor: bigint) => formatMoney(ugxOf(minor)).replace('UGX\u00a0', '')
  const tax = payout.taxMinor > 0n ? ` \u2212 ${bare(payout.taxMinor)} tax` : ''
  return `${bare(payout.grossMinor)} \u2212 ${bare(payout.feeMinor)} fee${tax}`
}

/** What the next payout run will send, or why it will send nothing. */
export function nextPayoutCard(next: NextPayout, account: PayoutAccount | null, today: Date) {
  return {
    day: showDate(next.at),
    net: next.parts.length > 0 ? formatMoney(ugxOf(next.sums.netMinor)) : null,
    sum: sumOf(next.sums),
    available: formatMoney(ugxOf(next.availableMinor)),
    minimum: formatMoney(ugxOf(next.minimumMinor)),
    kept: keptText(next.keptMinor, next.thereMinor),
    waits: waitOf(account, next.at, today),
  }
}

/** Why not the whole balance is paid out; null if nothing is withheld. */
export function keptText(keptMinor: bigint, thereMinor: bigint): string | null {
  const sum = keptMinor < thereMinor ? keptMinor : thereMinor
  return sum > 0n ? `${formatMoney(ugxOf(sum))} is kept back: your creator fee is paid from it this week.` : null
}

/** Why the account can't be paid now; null if it is ready. */
export function waitOf(account: PayoutAccount | null, runAt: Date, today: Date): string | null {
  if (!account) return 'Add a payout account.'
  if (account.nameCheck === 'refused') return 'The name on your payout account is not yours. Add another account.'
  if (account.nameCheck === 'waiting') return 'We are checking the name on your payout account.'
  if (account.refusedReason !== null)
    return `${maskedAccount(account)} does not accept payouts. Add another account, or confirm that it is right.`
  if (account.usableFrom && account.usableFrom > today && account.usableFrom > runAt)
    return `Payouts to your new account start ${showDate(account.usableFrom)}.`
  return null
}

/** One sale that cleared. `reference`: the one that people have of its purchase. */
export function saleRow({ id, source, minor, earnedAt }: ReleasedEarning, reference: string | undefined) {
  return {
    id,
    title: SOURCE_TEXTS[source],
    meta: [`${showDay(earnedAt)}, ${showClock(earnedAt)}`, reference].filter(Boolean).join(' \u00b7 '),
    amount: formatMoney({ amountMinor: minor, currency: 'UGX' }),
  }
}
