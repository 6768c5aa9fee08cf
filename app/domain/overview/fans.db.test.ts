import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { setFollowing } from '#app/domain/follows/set-following.server.ts'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { deliverRequest } from '#app/domain/requests/deliver-request.server.ts'
import { earnCreatorSubscriptions } from '#app/domain/subscriptions/earn-creator-subscriptions.server.ts'
import { reverseEarnings } from '#app/domain/earnings/reverse-earnings.server.ts'
import { refundCreatorSubscriptions } from '#app/domain/subscriptions/refund-creator-subscriptions.server.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { accepted, addReadyMedium } from '#tests/support/requests.ts'
import { aTip, fillWallet, spend } from '#tests/support/spending.ts'
import { findAudience, listBestPosts, listEarningsWeeks } from './creator-growth.server.ts'
import { findCreatorHome } from './creator-home.server.ts'
import { countFans, listFans } from './fans.server.ts'

const fixture = usePaymentFixture({ max: 14 })
const DAY = 86_400
const ALL = { before: null, limit: 500 }

async function aCreator(): Promise<{ creator: Person; postId: string }> {
  const { creatorId, postId } = await fixture.lockedPost()
  await fixture
    .owner()
    .query(`update creators set listed = true, listed_until = app_now() + interval '90 days' where profile_id = $1`, [
      creatorId,
    ])
  return { creator: { ...(await fixture.person()), id: creatorId, userType: 'creator' }, postId }
}

async function aFan(shillings = 0, displayName = 'Brian'): Promise<Person> {
  const fan = await fixture.person({ displayName })
  if (shillings > 0) await fillWallet(fan, shillings)
  return fan
}

async function buy(fan: Person, product: Parameters<typeof spend>[1]): Promise<void> {
  const result = await spend(fan, product)
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
}

async function write(fan: Person, creator: Person): Promise<void> {
  const sent = await sendMessage(fan, {
    to: { creatorId: creator.id },
    text: 'Hello',
    clientId: newId(),
    shownMinor: 500_000n,
    confirmed: true,
  })
  if (!sent.ok) throw new Error(JSON.stringify(sent.refusal))
}

const netOf = async (creator: Person) =>
  (
    await fixture.one<{ net: bigint }>(
      'select coalesce(sum(net_minor - reversed_minor), 0)::bigint as net from earnings where creator_id = $1',
      [creator.id],
    )
  ).net

describe('the fans of a creator', () => {
  test('DASH-02 each with what came of them to the creator, by the same rows as the earnings', async () => {
    const { creator, postId } = await aCreator()
    const { creator: other, postId: others } = await aCreator()
    const made: Person[] = []
    for (const shillings of [40_000, 100_000, 200_000, 100_000, 0, 100_000]) made.push(await aFan(shillings))
    const [tipper, buyer, subscriber, asker, follower, strange] = made
    for (const fan of [tipper!, buyer!, asker!, strange!]) await fixture.grantPass(fan.id)
    await setFollowing(follower!, creator.id, true)
    await buy(tipper!, aTip(creator.id, 10_000))
    await buy(tipper!, aTip(creator.id, 12_345))
    await buy(buyer!, { kind: 'post_unlock', postId })
    await buy(subscriber!, { kind: 'creator_subscription', creatorId: creator.id, renewal: false })
    const requestId = await accepted(asker!, creator)
    await addReadyMedium(fixture.owner(), creator.id, requestId)
    expect((await deliverRequest(creator, requestId)).ok).toBe(true)
    await write(tipper!, creator)
    await buy(strange!, { kind: 'post_unlock', postId: others })
    await fixture.advance(3 * DAY)
    await earnCreatorSubscriptions()
    const fans = new Map((await listFans(creator.id, 'spent', ALL)).map((fan) => [fan.id, fan]))
    expect([...fans.keys()].toSorted()).toEqual(
      [tipper, buyer, subscriber, asker, follower].map((fan) => fan!.id).toSorted(),
    )
    // 80 % of each, the message at 5,000 too; three days of a subscription of 180,000 are 18,000.
    expect(fans.get(tipper!.id)?.netMinor).toBe(8_000_00n + 9_876_00n + 4_000_00n)
    expect(fans.get(buyer!.id)).toMatchObject({ netMinor: 40_000_00n, subscribes: false })
    expect(fans.get(subscriber!.id)).toMatchObject({ subscribes: true, follows: true })
    expect(fans.get(asker!.id)?.netMinor).toBe(80_000_00n)
    expect(fans.get(follower!.id)).toMatchObject({ netMinor: 0n, follows: true, subscribes: false })
    // Together they are what the creator earned.
    const totals = await countFans(creator.id)
    expect(totals).toEqual({ fans: 5, paying: 4, netMinor: await netOf(creator) })
    expect(await countFans(other.id)).toMatchObject({ fans: 1, paying: 1 })
    expect((await listFans(other.id, 'newest', ALL)).map(({ id }) => id)).toEqual([strange!.id])
  })

  test('DASH-02 the parts of subscriptions at odd prices, ended early, add up to the earnings of their days', async () => {
    const { creator } = await aCreator()
    for (const price of [99_999, 120_001, 250_000]) {
      await fixture
        .owner()
        .query('update creators set subscription_price_minor = $2 where profile_id = $1', [creator.id, price * 100])
      await buy(await aFan(price), { kind: 'creator_subscription', creatorId: creator.id, renewal: false })
      await fixture.advance(1.3 * DAY)
      await earnCreatorSubscriptions()
    }
    await fixture.advance(4.6 * DAY)
    await earnCreatorSubscriptions()
    expect((await countFans(creator.id)).netMinor).toBe(await netOf(creator))
    expect(await netOf(creator)).toBeGreaterThan(0n)
    await fixture
      .owner()
      .query('update creator_listings set revoked_at = app_now() where creator_id = $1', [creator.id])
    await fixture
      .owner()
      .query('update creators set listed = false, listed_until = null where profile_id = $1', [creator.id])
    await refundCreatorSubscriptions()
    expect((await countFans(creator.id)).netMinor).toBe(await netOf(creator))
  })

  test('DASH-02 what a refund took of a subscription is taken from its fan alone', async () => {
    const { creator } = await aCreator()
    const [refunded, other] = [await aFan(180_000), await aFan(180_000)]
    for (const fan of [refunded, other])
      await buy(fan, { kind: 'creator_subscription', creatorId: creator.id, renewal: false })
    await fixture.advance(4 * DAY)
    await earnCreatorSubscriptions()
    const purchase = await fixture.one<PurchaseRow>(
      `select p.* from purchases p where p.buyer_id = $1 and p.kind = 'creator_subscription'`,
      [refunded.id],
    )
    const causeId = newId()
    await fixture
      .owner()
      .query(
        `insert into refunds (id, amount_minor, currency, reason, purchase_id) values ($1, 18000000, 'UGX', 'asked', $2)`,
        [causeId, purchase.id],
      )
    await inTransaction((tx) =>
      productOf('creator_subscription').reverse(tx, {
        purchase,
        buyerId: refunded.id,
        amountMinor: 180_000_00n,
        restMinor: 180_000_00n,
        ends: true,
        causeKind: 'refund',
        causeId,
        at: now(),
      }),
    )
    const net = async (fan: Person) =>
      (await listFans(creator.id, 'spent', ALL)).find(({ id }) => id === fan.id)!.netMinor
    expect([await net(refunded), (await net(other)) > 0n]).toEqual([0n, true])
    expect((await countFans(creator.id)).netMinor).toBe(await netOf(creator))
  })
})

describe('the dashboard of a creator', () => {
  test('DASH-02a DASH-02d followers and subscribers are counted from the follows and the rights of now, as on the page', async () => {
    const { creator } = await aCreator()
    const [holder, subscriber, follower] = [await aFan(), await aFan(200_000), await aFan()]
    const last = async () => (await findAudience(creator.id)).days.at(-1)!
    expect(await last()).toMatchObject({ followers: 0, subscribers: 0 })
    await fixture.grantPass(holder.id)
    await setFollowing(holder, creator.id, true)
    await setFollowing(follower, creator.id, true)
    await buy(subscriber, { kind: 'creator_subscription', creatorId: creator.id, renewal: false })
    const page = (await findCreatorById(creator.id))!
    expect(await last()).toMatchObject({ followers: page.followers, subscribers: page.subscribers })
    expect([page.followers >= 2, page.subscribers]).toEqual([true, 2])
    await setFollowing(follower, creator.id, false)
    await fixture.owner().query('update user_access set revoked_at = app_now() where user_id = $1', [holder.id])
    const later = (await findCreatorById(creator.id))!
    expect(await last()).toMatchObject({ followers: later.followers, subscribers: later.subscribers })
    expect(later.subscribers).toBe(1)
    const { days, before } = await findAudience(creator.id)
    expect(days).toHaveLength(30)
    expect(days.at(-2)).toMatchObject({ followers: 0, subscribers: 0 })
    expect(before).toEqual({ followers: 0, subscribers: 0 })
  })

  test('DASH-02d each place of the money is in the ledger’s balances, and all of them add up to what was earned', async () => {
    const { creator, postId } = await aCreator()
    const fan = await aFan(500_000)
    await fixture.grantPass(fan.id)
    await buy(fan, aTip(creator.id, 100_000))
    await fixture.advance(8 * DAY)
    await buy(fan, { kind: 'post_unlock', postId })
    const { money } = (await findCreatorHome(creator.id))!
    expect(money.earnedMinor).toBe(120_000_00n)
    expect(money.clearingMinor + money.availableMinor).toBe(120_000_00n)
    expect(money.takenMinor).toBe(0n)
    expect(money.clears.reduce((sum, { minor }) => sum + minor, 0n)).toBe(money.clearingMinor)
    const [week] = (await listEarningsWeeks(creator.id)).slice(-1)
    expect(week!.bySource.get('unlock')).toBe(40_000_00n)
    expect(await listBestPosts(creator.id, 5)).toMatchObject([{ id: postId, sales: 1, earnedMinor: 40_000_00n }])
  })

  test('DASH-02d a refund reduces the week and the day on which it is made, not those of the sale', async () => {
    const { creator } = await aCreator()
    const fan = await aFan(500_000)
    await fixture.grantPass(fan.id)
    await buy(fan, aTip(creator.id, 100_000))
    await fixture.advance(8 * DAY)
    await buy(fan, aTip(creator.id, 10_000))
    const before = (await listEarningsWeeks(creator.id)).map((week) => week.netMinor)
    expect((await findCreatorById(creator.id))!.earnedTodayMinor).toBe(8_000_00n)
    const { purchase } = await fixture.one<{ purchase: string }>(
      `select id as purchase from purchases where buyer_id = $1 and amount_minor = 10000000`,
      [fan.id],
    )
    await inTransaction((tx) =>
      reverseEarnings(tx, {
        creatorId: creator.id,
        source: { causeKind: 'purchase', causeId: purchase },
        amountMinor: 80_000_00n,
        causeKind: 'refund',
        causeId: newId(),
        at: now(),
      }),
    )
    const after = (await listEarningsWeeks(creator.id)).map((week) => week.netMinor)
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
    expect(after.at(-1)).toBe(before.at(-1)! - 80_000_00n)
    // The goal of the day never falls below nothing.
    expect((await findCreatorById(creator.id))!.earnedTodayMinor).toBe(0n)
  })

  test('DASH-02 what subscriptions will still earn is the unearned part of those that run', async () => {
    const { creator } = await aCreator()
    await buy(await aFan(180_000), { kind: 'creator_subscription', creatorId: creator.id, renewal: false })
    await fixture.advance(2 * DAY)
    await earnCreatorSubscriptions()
    const { future } = (await findCreatorHome(creator.id))!.money
    const { owed } = await fixture.one<{ owed: bigint }>(
      'select sum(price_minor - earned_minor - refunded_minor)::bigint as owed from creator_subscriptions where creator_id = $1',
      [creator.id],
    )
    expect(future).toMatchObject({ minor: owed, subscriptions: 1, feeBasisPoints: 2_000 })
    expect(future.minor).toBeLessThan(180_000_00n)
  })

  test('DASH-02 the work counts only requests and comments that still wait, of this creator alone', async () => {
    const { creator } = await aCreator()
    const { creator: other } = await aCreator()
    const fan = await aFan(500_000)
    await fixture.grantPass(fan.id)
    await accepted(fan, creator, { days: 5 })
    await write(fan, creator)
    expect((await findCreatorHome(creator.id))!.work).toMatchObject({
      answerMessages: { count: 1 },
      answerRequests: { count: 0, dueAt: null },
      deliverRequests: { count: 1 },
      commentsWithoutReply: 0,
      publishedPosts: 1,
    })
    expect((await findCreatorHome(other.id))!.work).toMatchObject({
      answerMessages: { count: 0 },
      deliverRequests: { count: 0 },
    })
    await fixture.advance(7 * DAY)
    expect((await findCreatorHome(creator.id))!.work.deliverRequests.count).toBe(0)
    expect(await findCreatorHome(fan.id)).toBeNull()
  })
})
