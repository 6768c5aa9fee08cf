import type { Sums } from '#app/domain/earnings/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { findCreatorDay } from '#app/domain/creators/queries.server.ts'

/** Today's earnings, the daily goal and the follower counts, shown beside every tab. */
export async function loadToday(creatorId: string) {
  const day = await findCreatorDay(creatorId)
  const reversedMinor = day?.reversedMinor ?? 0n
  const netMinor = (day?.netMinor ?? 0n) - reversedMinor
  const goalMinor = day?.goalMinor ?? 0n
  const percent = goalMinor > 0n ? Math.max(0, Number((netMinor * 100n) / goalMinor)) : 0
  return {
    net: shillings(netMinor),
    split: day && splitOf(day, reversedMinor),
    goal: goalMinor > 0n ? { percent, message: `${percent}% of today\u2019s goal, ${shillings(goalMinor)}` } : null,
    followers: (day?.followers ?? 0).toLocaleString('en'),
    subscribers: (day?.subscribers ?? 0).toLocaleString('en'),
    badges: day?.badges ?? [],
  }
}

/** "UGX 60,000 − UGX 12,000 fee − UGX 8,000 refunded"; null where nothing was earned or refunded today. */
function splitOf(
  { grossMinor, feeMinor }: Pick<Sums, 'grossMinor' | 'feeMinor'>,
  reversedMinor: bigint,
): string | null {
  if (grossMinor === 0n && reversedMinor === 0n) return null
  const refunded = reversedMinor > 0n ? ` \u2212 ${shillings(reversedMinor)} refunded` : ''
  return `${shillings(grossMinor)} \u2212 ${shillings(feeMinor)} fee${refunded}`
}

export type Today = Awaited<ReturnType<typeof loadToday>>

function shillings(amountMinor: bigint): string {
  return formatMoney({ amountMinor, currency: 'UGX' })
}
