import { shorten } from '#app/platform/graphemes.ts'
import { firstLine } from '#app/platform/plain-text.ts'
import { type EarningSource, SOURCE_TEXTS } from '#app/domain/earnings/earning.ts'
import { formatMoney, formatShillings } from '#app/domain/money/money.ts'
import type { Audience, BestPost, EarningsWeek } from '#app/domain/overview/creator-growth.server.ts'
import { typeLine } from '#app/domain/posts/post.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { showShortDay } from '#app/web/creator/earnings/amounts.ts'
import { counted } from '#app/platform/counted.ts'

/** The kinds that have a pattern of their own; the others are together. */
const KINDS = 3

/** Followers and subscribers by day, and by how much they grew. */
export function audienceTexts({ days, before }: Audience) {
  const last = days.at(-1)!
  const fresh = days.reduce((sum, { newFollowers }) => sum + newFollowers, 0)
  return {
    followers: `${signed(fresh)} in 30 days`,
    subscribers: `${signed(last.subscribers - before.subscribers)} in 30 days`,
    days: days.map(({ day, followers, subscribers }) => ({ day, followers, subscribers })),
    // The newest first: that is what people look for.
    rows: days
      .toReversed()
      .map(({ day, newFollowers, followers, subscribers }) => [
        showShortDay(day),
        `${followers.toLocaleString('en')} (${signed(newFollowers)})`,
        subscribers.toLocaleString('en'),
      ]),
  }
}

function signed(count: number): string {
  return count < 0 ? `\u2212${(-count).toLocaleString('en')}` : `+${count.toLocaleString('en')}`
}

/** Earnings by week and kind: the kinds that brought most, and the rest together. Null where nothing was earned. */
export function weekTexts(weeks: readonly EarningsWeek[]) {
  const sums = new Map<EarningSource, bigint>()
  for (const { bySource } of weeks)
    for (const [source, net] of bySource) sums.set(source, (sums.get(source) ?? 0n) + net)
  const sources = [...sums].toSorted(([, a], [, b]) => (a === b ? 0 : a > b ? -1 : 1)).map(([source]) => source)
  if (sources.length === 0) return null
  const named = sources.length <= KINDS + 1 ? sources : sources.slice(0, KINDS)
  const kinds = [...named.map((source) => SOURCE_TEXTS[source]), ...(named.length < sources.length ? ['Other'] : [])]
  return {
    kinds,
    weeks: weeks.map(({ monday, bySource, netMinor }) => {
      const parts = named.map((source) => bySource.get(source) ?? 0n)
      const rest = netMinor - parts.reduce((sum, part) => sum + part, 0n)
      const all = named.length < sources.length ? [...parts, rest] : parts
      return {
        day: monday,
        // A week with more refunds than sales of a kind has no bar of it; the table says the sum.
        shillings: all.map((minor) => Math.max(0, Number(minor / 100n))),
        cells: [showShortDay(monday), ...[...all, netMinor].map(formatShillings)],
      }
    }),
  }
}

export function bestPostRow(post: BestPost) {
  return {
    id: post.id,
    href: toDashboard.ownPost(post.id),
    title: shorten(firstLine(post.caption), 60) || typeLine(post.kind, [], post.hasPoll),
    meta: [counted(post.views, 'view'), counted(post.likes, 'like'), post.sales > 0 && counted(post.sales, 'sale')]
      .filter(Boolean)
      .join(', '),
    amount: post.earnedMinor > 0n ? formatMoney({ amountMinor: post.earnedMinor, currency: 'UGX' }) : null,
  }
}
