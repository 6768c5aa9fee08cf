import type { CreatorStatus } from '#app/domain/moderation/creator-status.server.ts'
import { lapseText } from '#app/domain/creators/lapse-loss.ts'
import { presenceOf } from '#app/domain/creators/presence.ts'
import { findAudience, listBestPosts, listEarningsWeeks } from '#app/domain/overview/creator-growth.server.ts'
import { findCreatorHome } from '#app/domain/overview/creator-home.server.ts'
import { FIRST_STEPS, firstWeekOf, needsOf } from '#app/domain/overview/creator-needs.ts'
import { findNextPayout, findPayoutAccount } from '#app/domain/payouts/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { readTogether } from '#app/platform/read-together.server.ts'
import { loadToday } from '#app/web/creator/earnings/today.server.ts'
import type { CreatorStatePage } from '#app/web/creator/creator-state-view.tsx'
import { audienceTexts, bestPostRow, weekTexts } from './growth-texts.ts'
import { afterFee, moneyRows, nextPayoutRow } from './money-texts.ts'
import { FIRST_STEP_TEXTS, needRow } from './need-rows.ts'

const BEST_POSTS = 5

type HomeFacts = { creatorId: string; status: CreatorStatus; page: CreatorStatePage; price: string; priceMinor: bigint }

/** Everything on the first page of the dashboard, as texts. What the database is asked does not depend on how much there is. */
export async function loadHome({ creatorId, status, page, price, priceMinor }: HomeFacts) {
  const [home, audience, weeks, best, today, next, account] = await readTogether(() =>
    Promise.all([
      findCreatorHome(creatorId),
      findAudience(creatorId),
      listEarningsWeeks(creatorId),
      listBestPosts(creatorId, BEST_POSTS),
      loadToday(creatorId),
      findNextPayout(creatorId),
      findPayoutAccount(creatorId),
    ]),
  )
  if (!home) return null
  const { money, work, facts } = home
  const at = now()
  const growth = audienceTexts(audience)
  const fromEarnings = facts.agreedFeeMinor !== null && facts.agreedFeeMinor >= priceMinor
  const needs = needsOf(
    {
      ...work,
      visibleUntil: status.visible ? status.lastEnd : null,
      nextWeekCovered: status.weeksWaiting > 0 || (fromEarnings && money.availableMinor >= priceMinor),
      verificationDue: status.visible && status.application?.state === 'changes_requested',
      reverifyBy: status.reverifyBy,
    },
    at,
  )
  const texts = {
    price,
    now: at,
    verification: page.event && { title: page.title, href: page.event.href },
    loss: lapseText({
      subscribers: money.future.subscriptions,
      minor: afterFee(money.future),
      followers: audience.days.at(-1)!.followers,
    }),
  }
  const steps = firstWeekOf(
    {
      ...facts,
      publishedPosts: work.publishedPosts,
      hasPayoutAccount: account !== null,
      followers: audience.days.at(-1)!.followers,
      visible: status.visible,
    },
    at,
  )
  return {
    today,
    growth,
    nextPayout: nextPayoutRow(next, account, { money, today: at }),
    money: moneyRows(money),
    needs: needs.map((need) => needRow(need, texts)),
    firstWeek: steps && FIRST_STEPS.map((step) => ({ ...FIRST_STEP_TEXTS[step], done: steps[step] })),
    weeks: weekTexts(weeks),
    best: best.map(bestPostRow),
    presence: presenceOf(facts, at),
    visible: status.visible,
    invitesSent: facts.invitesSent,
    feeNote: fromEarnings ? `Paid from your earnings, up to ${price} a week` : null,
  }
}

export type Home = NonNullable<Awaited<ReturnType<typeof loadHome>>>
