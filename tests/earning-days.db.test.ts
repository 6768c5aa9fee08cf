import { expect, test } from 'vitest'
import { sumEarnings } from '#app/domain/earnings/sum-earnings.server.ts'
import { findSpan, listEarningsByDay, listEarningsBySource } from '#app/domain/earnings/queries.server.ts'
import { reinstateEarnings } from '#app/domain/earnings/reinstate-earnings.server.ts'
import { COUNT_INVARIANTS } from '#app/domain/audit/invariants/counts.ts'
import { runAudit } from '#app/domain/audit/run-audit.server.ts'
import { findCreatorDay } from '#app/domain/creators/queries.server.ts'
import { listBestPosts, listEarningsWeeks } from '#app/domain/overview/creator-growth.server.ts'
import { findCreatorHome } from '#app/domain/overview/creator-home.server.ts'
import { countFans, listFans } from '#app/domain/overview/fans.server.ts'
import { findPostFigures } from '#app/domain/posts/post-figures.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { giveFullAccess, makeCreator, makePerson, makePost, useMediaFolder } from './support/creators.ts'
import { useDatabase } from './support/database.ts'
import { earn, reverse } from './support/earnings.ts'
import { aTip, fillWallet, spend } from './support/spending.ts'

const { owner } = useDatabase()
useMediaFolder()

const count = async (sql: string): Promise<number> =>
  (await owner().query<{ count: number }>(`select count(*)::int as count from ${sql}`)).rows[0]!.count

/** Two posts that were sold and tipped, a tip of no post, and a sale of forty days ago. */
async function aSellingCreator() {
  const creator = await makeCreator()
  const first = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  const second = await makePost(creator, { kind: 'subscribers' })
  for (let buyer = 0; buyer < 2; buyer += 1) {
    const fan = await makePerson()
    await giveFullAccess(fan)
    await fillWallet(fan, 500_000)
    expect((await spend(fan, { kind: 'post_unlock', postId: first.postId })).ok).toBe(true)
    expect((await spend(fan, aTip(creator.id, 10_000, { postId: second.postId, context: 'post' }))).ok).toBe(true)
    expect((await spend(fan, aTip(creator.id, 20_000))).ok).toBe(true)
  }
  const old = await earn(creator.id, 30_000)
  await owner().query(`update earnings set earned_at = earned_at - interval '40 days' where cause_id = $1`, [old])
  const { rows } = await owner().query<{ cause_id: string }>(
    `select e.cause_id from earnings e join tips t on t.purchase_id = e.cause_id where t.post_id = $1`,
    [second.postId],
  )
  return { creator, posts: [first.postId, second.postId], old, tip: rows[0]!.cause_id }
}

/** Every figure that reads the sums of days. */
const figuresOf = async ({ creator: { id }, posts }: Awaited<ReturnType<typeof aSellingCreator>>) => {
  const [home, day] = [await findCreatorHome(id), await findCreatorDay(id)]
  return {
    earned: home!.money.earnedMinor,
    today: [day!.grossMinor, day!.feeMinor, day!.netMinor, day!.reversedMinor],
    weeks: await listEarningsWeeks(id),
    best: await listBestPosts(id, 5),
    posts: await Promise.all(posts.map(findPostFigures)),
    days: await listEarningsByDay(id, 30),
    sources: await listEarningsBySource(id, 30),
    span: await findSpan(id, 30),
    fans: await listFans(id, 'spent', { before: null, limit: 10 }),
    totals: await countFans(id),
  }
}

test('DASH-01 a creator’s figures are the same before and after their sales are summed up by day, and through a refund that is given back', async () => {
  const selling = await aSellingCreator()
  const { creator, tip } = selling
  const reinstate = async () => {
    const { rows } = await owner().query<{ cause_kind: string; cause_id: string }>(
      'select cause_kind, cause_id from earning_reversals where creator_id = $1',
      [creator.id],
    )
    const { cause_kind: causeKind, cause_id: causeId } = rows[0]!
    await inTransaction((tx) => reinstateEarnings(tx, { creatorId: creator.id, causeKind, causeId, at: now() }))
  }
  const fresh = await figuresOf(selling)
  // Two unlocks, two tips of a post, two tips of none: a fifth is our fee; forty days ago 24,000 more.
  expect(fresh.earned).toBe((2n * 80_000n * 8n * 100n) / 10n + 2_400_000n)
  expect(fresh.best.map(({ sales, earnedMinor }) => [sales, earnedMinor])).toEqual([
    [2, 8_000_000n],
    [2, 1_600_000n],
  ])
  expect(fresh.fans.map(({ netMinor }) => netMinor)).toEqual([6_400_000n, 6_400_000n])
  expect(fresh.span.beforeMinor).toBe(2_400_000n)

  expect(await sumEarnings()).toBe(7)
  expect(await count('earnings where not summed')).toBe(0)
  expect(await figuresOf(selling)).toEqual(fresh)

  await reverse(creator.id, tip, 8_000)
  const reversed = await figuresOf(selling)
  expect(reversed.earned).toBe(fresh.earned - 800_000n)
  expect(reversed.best[1]!.earnedMinor).toBe(800_000n)
  expect(reversed.fans.map(({ netMinor }) => netMinor)).toEqual([6_400_000n, 5_600_000n])
  expect(reversed.posts[1]!.earned.amountMinor).toBe(800_000n)

  await reinstate()
  expect(await figuresOf(selling)).toEqual(fresh)
})

test('DASH-01 sales that come after others were summed are added to their day, and no sale is counted twice when two tasks run at once', async () => {
  const selling = await aSellingCreator()
  await sumEarnings()
  await earn(selling.creator.id, 10_000)
  const before = await figuresOf(selling)
  const summed = await Promise.all([sumEarnings(), sumEarnings(), sumEarnings()])
  expect(summed.reduce((sum, each) => sum + each, 0)).toBe(1)
  expect(await figuresOf(selling)).toEqual(before)
  expect((await runAudit(COUNT_INVARIANTS)).breaches).toEqual([])
})
