import { PENDING_DAYS, SOURCE_TEXTS } from '#app/domain/earnings/earning.ts'
import {
  findAvailableBy,
  findCreatorBalances,
  findSpan,
  listEarningsByDay,
  listEarningsBySource,
  type EarningsDay,
  type SourceSums,
} from '#app/domain/earnings/queries.server.ts'
import { findFirstMovement } from '#app/domain/earnings/statement.server.ts'
import { monthBefore, monthOf } from '#app/domain/earnings/statement.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { maskedNumber } from '#app/domain/payouts/account.ts'
import { findNextPayout, findPayoutAccount, listPayouts } from '#app/domain/payouts/queries.server.ts'
import { addToDay, startOfDay } from '#app/domain/usage/day.ts'
import { now } from '#app/platform/clock.ts'
import { showMonth, showShortDay, signed } from './amounts.ts'
import { nextPayoutRow } from '#app/web/creator/overview/money-texts.ts'
import { payoutRow } from './payout-rows.ts'

const DAYS = 30
const PAYOUTS = 6

/** Everything that the Earnings tab shows, as texts. */
export async function loadEarningsBoard(creatorId: string) {
  const [balances, days, sources, span, next, payouts, account, first] = await Promise.all([
    findCreatorBalances(creatorId),
    listEarningsByDay(creatorId, DAYS),
    listEarningsBySource(creatorId, DAYS),
    findSpan(creatorId, DAYS),
    findNextPayout(creatorId),
    listPayouts(creatorId, PAYOUTS),
    findPayoutAccount(creatorId),
    findFirstMovement(creatorId),
  ])
  const soldMinor = sources.reduce((sum, source) => sum + source.netMinor, 0n)
  // A refund counts on the day on which it took the money.
  const netMinor = soldMinor - span.reversedMinor
  return {
    pending: shillings(balances.pendingMinor),
    hasPending: balances.pendingMinor > 0n,
    clears: await clearsText(creatorId, balances.pendingMinor, days),
    available: shillings(balances.availableMinor),
    owed: balances.owedMinor > 0n ? shillings(balances.owedMinor) : null,
    nextPayout: nextPayoutRow(next, account, {
      money: {
        clearingMinor: balances.pendingMinor,
        availableMinor: balances.availableMinor,
        owedMinor: balances.owedMinor,
      },
      today: now(),
    }),
    net: shillings(netMinor),
    change: changeOf(soldMinor, span.beforeMinor),
    days: days.map(chartDay),
    sources: sources.map((source) => sourceRow(source, sources[0]!.netMinor)),
    totals: totalsOf(sources, soldMinor, span.reversedMinor),
    payouts: payouts.map(payoutRow),
    account: account && maskedNumber(account.kind, account.number),
    statement: first && statementOf(first),
  }
}

/** A day of the chart. What was refunded shortens its bars, the pending one first; a bar is never below zero. */
function chartDay({ day, clearedMinor, pendingMinor, reversedMinor }: EarningsDay) {
  const fromPending = reversedMinor < pendingMinor ? reversedMinor : pendingMinor
  const rest = reversedMinor - fromPending
  const cleared = clearedMinor > rest ? clearedMinor - rest : 0n
  const pending = pendingMinor - fromPending
  const refunded = reversedMinor > 0n ? `, ${shillings(reversedMinor)} refunded` : ''
  return {
    day,
    cleared: Number(cleared / 100n),
    pending: Number(pending / 100n),
    message: `${shillings(clearedMinor + pendingMinor - reversedMinor)}${pending > 0n ? ', pending' : ''}${refunded}`,
  }
}

export type EarningsBoard = Awaited<ReturnType<typeof loadEarningsBoard>>

function sourceRow(source: SourceSums, maxMinor: bigint) {
  return {
    source: source.source,
    message: SOURCE_TEXTS[source.source],
    count: countOf(source),
    gross: plain(source.grossMinor),
    fee: signed(-source.feeMinor),
    net: plain(source.netMinor),
    netText: shillings(source.netMinor),
    percent: maxMinor > 0n ? Number((source.netMinor * 100n) / maxMinor) : 0,
  }
}

/** Passes are shared by the week, and subscriptions are counted by people; everything else one by one. */
function countOf({ source, count }: SourceSums): string {
  if (source === 'pass_share') return `${count} ${count === 1 ? 'week' : 'weeks'}`
  if (source === 'subscription') return `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`
  return count.toLocaleString('en')
}

function totalsOf(sources: readonly SourceSums[], netMinor: bigint, reversedMinor: bigint) {
  const grossMinor = sources.reduce((sum, source) => sum + source.grossMinor, 0n)
  return {
    gross: plain(grossMinor),
    fee: signed(netMinor - grossMinor),
    net: plain(netMinor),
    grossText: shillings(grossMinor),
    feeText: formatMoney({ amountMinor: netMinor - grossMinor, currency: 'UGX' }),
    netText: shillings(netMinor),
    reversed: reversedMinor > 0n ? shillings(reversedMinor) : null,
  }
}

// Card payments of a new creator clear later than the usual days, so a date is only shown once it is certain.
const MAX_DATES_TRIED = 3

/** "Clears 29 Nov", "Clears from 29 Nov" where the rest takes longer; without a date where nothing clears in the usual time. */
async function clearsText(creatorId: string, pendingMinor: bigint, days: readonly EarningsDay[]): Promise<string> {
  if (pendingMinor <= 0n) return 'Nothing pending'
  const earnedOn = days.filter((day) => day.pendingMinor > 0n).slice(0, MAX_DATES_TRIED)
  for (const { day } of earnedOn) {
    const clearsOn = addToDay(day, PENDING_DAYS)
    const endOfDay = new Date(startOfDay(addToDay(clearsOn, 1)).getTime() - 1)
    const clearedMinor = await findAvailableBy(creatorId, endOfDay)
    if (clearedMinor > 0n) return `Clears ${clearedMinor < pendingMinor ? 'from ' : ''}${showShortDay(clearsOn)}`
  }
  return 'Clears later'
}

/** "9% up", compared with the same number of days before; null if there were no earnings then. */
function changeOf(netMinor: bigint, beforeMinor: bigint): { message: string; up: boolean } | null {
  if (beforeMinor === 0n) return null
  const percent = ((netMinor - beforeMinor) * 100n) / beforeMinor
  if (percent === 0n) return null
  const up = percent > 0n
  return { message: `${up ? percent : -percent}% ${up ? 'up' : 'down'}`, up }
}

/** The last finished month with a statement; without one, the current month. */
function statementOf(first: Date) {
  const present = monthOf(now())
  const last = monthBefore(present)
  const month = last >= monthOf(first) ? last : present
  return { month, title: `${showMonth(month)} statement` }
}

function shillings(amountMinor: bigint): string {
  return formatMoney({ amountMinor, currency: 'UGX' })
}

function plain(amountMinor: bigint): string {
  return shillings(amountMinor).replace('UGX\u00a0', '')
}
