import { findEarnedToday } from '#app/domain/earnings/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'

/** Today's earnings, the daily goal and the follower counts, shown beside every tab. */
export async function loadToday(creatorId: string) {
  const [earned, creator] = await Promise.all([findEarnedToday(creatorId), findCreatorById(creatorId)])
  const goalMinor = creator?.dailyGoalMinor ?? 0n
  const percent = goalMinor > 0n ? Number((earned.netMinor * 100n) / goalMinor) : 0
  return {
    net: shillings(earned.netMinor),
    split: earned.grossMinor > 0n ? `${shillings(earned.grossMinor)} \u2212 ${shillings(earned.feeMinor)} fee` : null,
    goal: goalMinor > 0n ? { percent, message: `${percent}% of today\u2019s goal, ${shillings(goalMinor)}` } : null,
    followers: (creator?.followers ?? 0).toLocaleString('en'),
    subscribers: (creator?.subscribers ?? 0).toLocaleString('en'),
    badges: creator?.badges ?? [],
  }
}

export type Today = Awaited<ReturnType<typeof loadToday>>

function shillings(amountMinor: bigint): string {
  return formatMoney({ amountMinor, currency: 'UGX' })
}
