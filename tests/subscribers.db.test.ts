import { describe, expect, test } from 'vitest'
import { runAudit } from '#app/domain/audit/run-audit.server.ts'
import { COUNT_INVARIANTS } from '#app/domain/audit/invariants/counts.ts'
import { setFollowing } from '#app/domain/follows/set-following.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { findAudience } from '#app/domain/overview/creator-growth.server.ts'
import { grantPass } from '#app/domain/subscriptions/grant-pass.server.ts'
import { endPass, reinstatePass } from '#app/domain/subscriptions/end-pass.server.ts'
import { listStoredPlans } from '#app/domain/subscriptions/plans-admin-queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { fillWallet, spend } from '#tests/support/spending.ts'
import { countDueSubscribers } from '#app/domain/creators/count-due-subscribers.server.ts'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'

const fixture = usePaymentFixture({ max: 14 })
const DAY = 86_400
const MONTH = 32 * DAY

// What the page counted before there was a stored number: the rule.
const RULE = `select count(*)::int as count from (
  select f.fan_id from follows f where f.creator_id = $1 and exists (
    select from entitlements e where e.account_id = f.fan_id and e.grants = 'all_creators'
      and e.starts_at <= app_now() and (e.ends_at is null or e.ends_at > app_now()))
  union select e.account_id from entitlements e where e.grants = 'creator' and e.object_id = $1
    and e.starts_at <= app_now() and e.ends_at > app_now()) entitled`

async function aCreator(): Promise<string> {
  const { creatorId } = await fixture.lockedPost()
  await fixture
    .owner()
    .query(`update creators set listed = true, listed_until = app_now() + interval '900 days' where profile_id = $1`, [
      creatorId,
    ])
  await fixture
    .owner()
    .query(`update creator_listings set ends_at = app_now() + interval '900 days' where creator_id = $1`, [creatorId])
  return creatorId
}

/** The number of the page, once the rule and the audit have said the same. */
async function subscribersOf(creatorId: string): Promise<number> {
  const page = (await findCreatorById(creatorId))!
  expect(page.subscribers).toBe((await fixture.one<{ count: number }>(RULE, [creatorId])).count)
  expect((await findAudience(creatorId)).days.at(-1)).toMatchObject({
    followers: page.followers,
    subscribers: page.subscribers,
  })
  expect((await runAudit(COUNT_INVARIANTS)).breaches).toEqual([])
  return page.subscribers
}

const follow = (fan: Person, creatorId: string) => setFollowing(fan, creatorId, true)
const unfollow = (fan: Person, creatorId: string) => setFollowing(fan, creatorId, false)
const revoke = (fan: Person) =>
  fixture.owner().query('update user_access set revoked_at = app_now() where user_id = $1', [fan.id])

/** A pass through the command, for a purchase that is there. */
async function passFor(fan: Person): Promise<string> {
  const { purchaseId } = await fixture.paidPass()
  // The pass of another purchase is this fan's: the command grants once for each purchase.
  await fixture.owner().query('delete from subscriptions where purchase_id = $1', [purchaseId])
  const planId = (await listStoredPlans()).find((plan) => plan.name === 'monthly')!.id
  await inTransaction((tx) =>
    grantPass(tx, {
      accountId: fan.id,
      plan: 'monthly',
      planId,
      purchaseId,
      price: { amountMinor: 18_000_000n, currency: 'UGX' },
      paidAt: now(),
    }),
  )
  return purchaseId
}

async function subscribe(fan: Person, creatorId: string): Promise<void> {
  await fillWallet(fan, 500_000)
  const bought = await spend(fan, { kind: 'creator_subscription', creatorId, renewal: false })
  if (!bought.ok) throw new Error(JSON.stringify(bought.refusal))
}

const passesOf = (purchaseId: string, change: 'refund' | 'reinstate') =>
  inTransaction<unknown>((tx) => (change === 'refund' ? endPass(tx, purchaseId) : reinstatePass(tx, purchaseId)))

describe('the stored number of subscribers', () => {
  test('PROF-01 follows with whatever begins or ends a right: a pass, its renewal and refund, a won chargeback, granted access, follows', async () => {
    const creatorId = await aCreator()
    const fan = await fixture.person()
    const seen: number[] = []
    const see = async () => seen.push(await subscribersOf(creatorId))
    await follow(fan, creatorId)
    await see()
    const first = await passFor(fan)
    await see()
    const second = await passFor(fan)
    await see()
    await passesOf(first, 'refund')
    // The second pass begins where the first would have ended.
    await see()
    await passesOf(first, 'reinstate')
    await see()
    await unfollow(fan, creatorId)
    await see()
    await follow(fan, creatorId)
    await see()
    await passesOf(first, 'refund')
    await passesOf(second, 'refund')
    await see()
    await fixture.grantPass(fan.id)
    await see()
    await revoke(fan)
    await see()
    expect(seen).toEqual([0, 1, 1, 0, 1, 0, 1, 0, 1, 0])
  })

  test('PROF-01 a fan counts once, by a pass or by a subscription to this creator, until the last of both has ended', async () => {
    const [creatorId, other] = [await aCreator(), await aCreator()]
    const fan = await fixture.person()
    await subscribe(fan, creatorId)
    expect(await subscribersOf(creatorId)).toBe(1)
    await follow(fan, creatorId)
    await follow(fan, other)
    await fixture.grantPass(fan.id)
    expect([await subscribersOf(creatorId), await subscribersOf(other)]).toEqual([1, 1])
    await unfollow(fan, creatorId)
    expect([await subscribersOf(creatorId), await subscribersOf(other)]).toEqual([1, 1])
    await revoke(fan)
    expect([await subscribersOf(creatorId), await subscribersOf(other)]).toEqual([1, 0])
    await fixture.owner().query(
      `update creator_subscriptions set status = 'refunded', ended_early_at = app_now(), next_earning_day = null,
         refunded_minor = price_minor - earned_minor, ended_refund_minor = price_minor - earned_minor where creator_id = $1`,
      [creatorId],
    )
    expect(await subscribersOf(creatorId)).toBe(0)
  })

  test('PROF-01 whose time is over or has come is counted by the scheduled task, on the day on which it was', async () => {
    const creatorId = await aCreator()
    const [fan, renewing] = [await fixture.person(), await fixture.person()]
    for (const one of [fan, renewing]) {
      await follow(one, creatorId)
      await passFor(one)
    }
    await passFor(renewing)
    expect(await subscribersOf(creatorId)).toBe(2)
    await fixture.advance(MONTH)
    expect((await findCreatorById(creatorId))!.subscribers).toBe(2)
    // What waits for the task is no breach.
    expect((await runAudit(COUNT_INVARIANTS.filter(({ id }) => id === 'I15'))).breaches).toEqual([])
    expect(await countDueSubscribers()).toBeGreaterThan(1)
    expect(await subscribersOf(creatorId)).toBe(1)
    expect(await countDueSubscribers()).toBe(0)
    const { days } = await findAudience(creatorId)
    // It ended a day or two ago, not when the task ran.
    expect(days.slice(-4).map(({ subscribers }) => subscribers)).toContain(2)
    expect(days.at(-1)!.subscribers).toBe(1)
    expect(days.at(-2)!.subscribers).toBe(1)
    await fixture.advance(MONTH)
    await countDueSubscribers()
    expect(await subscribersOf(creatorId)).toBe(0)
  })

  test('PROF-01 follows and unfollows at once, and repeated ones, are counted once', async () => {
    const creatorId = await aCreator()
    const fans = await Promise.all(Array.from({ length: 6 }, () => fixture.person()))
    for (const fan of fans) await fixture.grantPass(fan.id)
    await Promise.all(fans.flatMap((fan) => [follow(fan, creatorId), follow(fan, creatorId)]))
    expect(await subscribersOf(creatorId)).toBe(6)
    await Promise.all(fans.slice(0, 4).flatMap((fan) => [unfollow(fan, creatorId), unfollow(fan, creatorId)]))
    expect(await subscribersOf(creatorId)).toBe(2)
  })

  test('PROF-01 a follow and a pass of one fan at the same moment do not miss each other', async () => {
    const creators = [await aCreator(), await aCreator(), await aCreator()]
    const fans = await Promise.all(Array.from({ length: 4 }, () => fixture.person()))
    const purchases: string[] = []
    for (let count = 0; count < fans.length; count += 1) purchases.push((await fixture.paidPass()).purchaseId)
    const planId = (await listStoredPlans()).find((plan) => plan.name === 'monthly')!.id
    await fixture.owner().query('delete from subscriptions where purchase_id = any ($1)', [purchases])
    await Promise.all(
      fans.flatMap((fan, index) => [
        ...creators.map((creatorId) => follow(fan, creatorId)),
        inTransaction((tx) =>
          grantPass(tx, {
            accountId: fan.id,
            plan: 'monthly',
            planId,
            purchaseId: purchases[index]!,
            price: { amountMinor: 18_000_000n, currency: 'UGX' },
            paidAt: now(),
          }),
        ),
      ]),
    )
    for (const creatorId of creators) expect(await subscribersOf(creatorId)).toBe(4)
    await Promise.all(
      fans.flatMap((fan, index) => [
        ...creators.map((creatorId) => unfollow(fan, creatorId)),
        passesOf(purchases[index]!, 'refund'),
      ]),
    )
    for (const creatorId of creators) expect(await subscribersOf(creatorId)).toBe(0)
  })

  test('PROF-01 counting everything anew finds the same, and mends what was put in past the triggers', async () => {
    const creatorId = await aCreator()
    const fan = await fixture.person()
    await follow(fan, creatorId)
    await fixture.grantPass(fan.id)
    const state = () =>
      fixture.all(
        `select 'count' as what, subscriber_count::text as value from creators where profile_id = $1
         union all select 'day ' || day, new_followers || ' ' || subscriber_change from creator_audience_days where creator_id = $1
         union all select 'recheck ' || fan_id, due_at::text from subscriber_rechecks order by 1, 2`,
        [creatorId],
      )
    const before = await state()
    await fixture.owner().query('select count_audience_anew()')
    expect(await state()).toEqual(before)
    await fixture.owner().query(`set session_replication_role = replica`)
    await fixture.owner().query('delete from follows where creator_id = $1', [creatorId])
    await fixture.owner().query(`set session_replication_role = origin`)
    expect((await runAudit(COUNT_INVARIANTS)).breaches.map(({ name }) => name)).toContain('counts-are-true')
    await fixture.owner().query('select count_audience_anew()')
    expect(await subscribersOf(creatorId)).toBe(0)
  })
})
