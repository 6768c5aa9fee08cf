import { beforeEach, expect, test } from 'vitest'
import { earnedTodaySql, findSpan, listEarningsByDay } from '#app/domain/earnings/queries.server.ts'
import { reinstateEarnings } from '#app/domain/earnings/reinstate-earnings.server.ts'
import { listEarningsWeeks } from '#app/domain/overview/creator-growth.server.ts'
import { findPostFigures } from '#app/domain/posts/post-figures.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { reverse } from '#tests/support/earnings.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { aTip, fillWallet, spend } from '#tests/support/spending.ts'

const fixture = usePaymentFixture({ max: 8 })
let fan: Person

beforeEach(async () => {
  fan = await fixture.person()
  await fixture.grantPass(fan.id)
  await fillWallet(fan, 200_000)
})

/** A creator who sold a post for UGX 10,000 and got a tip of UGX 1,000. */
async function aSale(): Promise<{ creatorId: string; postId: string; saleId: string }> {
  const { creatorId, postId } = await fixture.lockedPost(1_000_000n)
  const sold = await spend(fan, { kind: 'post_unlock', postId })
  const tipped = await spend(fan, aTip(creatorId, 1_000))
  if (!sold.ok || !tipped.ok) throw new Error('nothing was sold')
  return { creatorId, postId, saleId: sold.value.reference }
}

const causeOf = async (creatorId: string) =>
  (await fixture.one<{ id: string }>('select cause_id as id from earning_reversals where creator_id = $1', [creatorId]))
    .id

const reinstate = (creatorId: string, causeId: string) =>
  inTransaction((tx) => reinstateEarnings(tx, { creatorId, causeKind: 'refund', causeId, at: now() }))

/** Every figure that subtracts what was reversed, in shillings. */
async function figures({ creatorId, postId }: { creatorId: string; postId: string }) {
  const [day] = await listEarningsByDay(creatorId, 1)
  const today = await fixture.one<{ reversed: bigint }>(`select reversed from ${earnedTodaySql('$1::uuid')} t`, [
    creatorId,
  ])
  return {
    ofTheDay: day!.reversedMinor / 100n,
    ofTheWeekBefore: (await findSpan(creatorId, 7)).reversedMinor / 100n,
    today: today.reversed / 100n,
    earnedThisWeek: (await listEarningsWeeks(creatorId)).at(-1)!.netMinor / 100n,
    earnedByThePost: (await findPostFigures(postId)).earned.amountMinor / 100n,
  }
}
const NOTHING = { ofTheDay: 0n, ofTheWeekBefore: 0n, today: 0n, earnedThisWeek: 8_800n, earnedByThePost: 8_000n }
const REVERSED = {
  ofTheDay: 8_000n,
  ofTheWeekBefore: 8_000n,
  today: 8_000n,
  earnedThisWeek: 800n,
  earnedByThePost: 0n,
}

test('PAY-08 a reversal that is reinstated counts in no figure, also where it is reinstated twice', async () => {
  const sale = await aSale()
  expect(await figures(sale)).toEqual(NOTHING)
  await reverse(sale.creatorId, sale.saleId, 8_000)
  expect(await figures(sale)).toEqual(REVERSED)
  const causeId = await causeOf(sale.creatorId)
  for (let time = 0; time < 2; time += 1) {
    await reinstate(sale.creatorId, causeId)
    expect(await figures(sale)).toEqual(NOTHING)
  }
  expect(
    await fixture.all('select reversed_minor::int as minor from earnings where creator_id = $1', [sale.creatorId]),
  ).toEqual([{ minor: 0 }, { minor: 0 }])
})

test('PAY-08 the same sale can be reversed again in full, and another creator’s reversal is not reinstated with it', async () => {
  const [sale, other] = [await aSale(), await aSale()]
  for (const one of [sale, other]) await reverse(one.creatorId, one.saleId, 8_000)
  await reinstate(sale.creatorId, await causeOf(sale.creatorId))
  await reinstate(sale.creatorId, await causeOf(other.creatorId))
  expect(await figures(other)).toEqual(REVERSED)
  await reverse(sale.creatorId, sale.saleId, 8_000)
  expect(await figures(sale)).toEqual(REVERSED)
  await expect(reverse(sale.creatorId, sale.saleId, 1)).rejects.toThrow('more is reversed')
})
