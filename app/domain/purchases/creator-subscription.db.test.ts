import { describe, expect, test } from 'vitest'
import { findCreatorAccess, isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { foldAccounts } from '#app/domain/ledger/fold-accounts.server.ts'
import { listCreatorSubscriptions } from '#app/domain/subscriptions/creator-subscription-queries.server.ts'
import { earnCreatorSubscriptions } from '#app/domain/subscriptions/earn-creator-subscriptions.server.ts'
import {
  endCreatorSubscription,
  reinstateCreatorTerm,
} from '#app/domain/subscriptions/end-creator-subscription.server.ts'
import { refundCreatorSubscriptions } from '#app/domain/subscriptions/refund-creator-subscriptions.server.ts'
import { setRate } from '#app/domain/settings/rates.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { now } from '#app/platform/clock.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { fillWallet, spend } from '#tests/support/spending.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import { placeOrder } from './place-order.server.ts'
import { mailsTo } from '#tests/support/mails.ts'

const fixture = usePaymentFixture({ max: 14 })
const DAY = 86_400

async function aCreator(priceShillings = 180_000): Promise<string> {
  const { creatorId } = await fixture.lockedPost()
  await fixture
    .owner()
    .query(
      'update creators set subscription_price_minor = $2, listed = true, listed_until = app_now() + $3::interval where profile_id = $1',
      [creatorId, priceShillings * 100, '90 days'],
    )
  return creatorId
}

async function aFan(shillings: number): Promise<Person> {
  const fan = await fixture.person()
  if (shillings > 0) await fillWallet(fan, shillings)
  return fan
}

const orderFor = (creatorId: string, renewal = false) => ({ kind: 'creator_subscription' as const, creatorId, renewal })

async function subscribe(fan: Person, creatorId: string, renewal = false): Promise<string> {
  const result = await spend(fan, orderFor(creatorId, renewal))
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value.reference
}

async function hide(creatorId: string): Promise<void> {
  await fixture.owner().query('update creator_listings set revoked_at = app_now() where creator_id = $1', [creatorId])
  await fixture
    .owner()
    .query('update creators set listed = false, listed_until = null where profile_id = $1', [creatorId])
}

const balanceOf = async (purpose: string, ownerId: string | null): Promise<bigint> =>
  (
    await fixture.one<{ sum: bigint }>(
      `select coalesce(sum(p.amount_minor), 0)::bigint as sum from postings p join ledger_accounts a on a.id = p.account_id
       where a.purpose = $1 and a.owner_id is not distinct from $2`,
      [purpose, ownerId],
    )
  ).sum

/** The unearned revenue in the ledger equals the unearned part of the rows. */
async function expectDeferralToFit(): Promise<void> {
  const { owed } = await fixture.one<{ owed: bigint }>(
    'select coalesce(sum(price_minor - earned_minor - refunded_minor), 0)::bigint as owed from creator_subscriptions',
  )
  expect(await balanceOf('deferred_creator_subscriptions', null)).toBe(-owed)
}

const earningsOf = (creatorId: string) =>
  fixture.all<{ gross_minor: bigint; fee_minor: bigint; net_minor: bigint; cause_kind: string }>(
    `select gross_minor, fee_minor, net_minor, cause_kind from earnings where creator_id = $1 order by earned_at, id`,
    [creatorId],
  )

describe('thirty days of one creator', () => {
  test('WALLET-01 from the wallet: the price is unearned revenue, only this creator\u2019s page opens, for thirty days', async () => {
    const [creatorId, other] = [await aCreator(), await aCreator()]
    const fan = await aFan(200_000)
    expect(await isEntitledTo(fan.id, creatorId)).toBe(false)
    await subscribe(fan, creatorId)
    expect(await isEntitledTo(fan.id, creatorId)).toBe(true)
    expect(await isEntitledTo(fan.id, other)).toBe(false)
    expect((await walletBalance(fan.id)).amountMinor).toBe(2_000_000n)
    const end = await findCreatorAccess(fan.id, creatorId)
    expect(end!.getTime() - now().getTime()).toBeGreaterThan(30 * DAY * 1_000 - 60_000)
    expect((await listCreatorSubscriptions(fan.id)).map(({ state, price }) => [state, price.amountMinor])).toEqual([
      ['running', 18_000_000n],
    ])
    await expectDeferralToFit()
  })

  test('PAY-06 by mobile money: granted once, however often the gateway reports it', async () => {
    const creatorId = await aCreator()
    const fan = await aFan(0)
    const started = await placeOrder(fan, aStart({ email: fan.email, product: orderFor(creatorId) }))
    if (!started.ok) throw new Error(JSON.stringify(started.refusal))
    await fixture.scenario('W01', { tx_ref: started.value.reference })
    await fixture.pay(started.value.reference, 'approve')
    await fixture.advance(1)
    expect(await listCreatorSubscriptions(fan.id)).toHaveLength(1)
    expect(await isEntitledTo(fan.id, creatorId)).toBe(true)
    await expectDeferralToFit()
  })

  test('a renewal follows the remaining days; a second purchase that is not marked as a renewal is refused', async () => {
    const creatorId = await aCreator()
    const fan = await aFan(600_000)
    await subscribe(fan, creatorId)
    expect(await spend(fan, orderFor(creatorId))).toMatchObject({ ok: false, refusal: { reason: 'already_entitled' } })
    await subscribe(fan, creatorId, true)
    const terms = (await listCreatorSubscriptions(fan.id)).toReversed()
    expect(terms.map((term) => term.state)).toEqual(['running', 'follows'])
    expect(terms[1]!.startsAt).toEqual(terms[0]!.endsAt)
  })

  test('a pass holder, the creator, a visitor and a fan of a hidden creator buy nothing', async () => {
    const creatorId = await aCreator()
    const holder = await aFan(200_000)
    await fixture.grantPass(holder.id)
    expect(await spend(holder, orderFor(creatorId))).toMatchObject({
      ok: false,
      refusal: { reason: 'already_entitled' },
    })
    expect(await spend({ ...holder, id: creatorId }, orderFor(creatorId))).toMatchObject({
      ok: false,
      refusal: { reason: 'own_page' },
    })
    expect(await placeOrder(null, aStart({ product: orderFor(creatorId) }))).toMatchObject({
      ok: false,
      refusal: { reason: 'sign_in_required' },
    })
    await hide(creatorId)
    expect(await spend(await aFan(200_000), orderFor(creatorId))).toMatchObject({
      ok: false,
      refusal: { kind: 'not_for_sale' },
    })
  })

  test('a price that changed in between must be confirmed again, and nothing is paid', async () => {
    const creatorId = await aCreator()
    const fan = await aFan(400_000)
    const result = await spend(fan, orderFor(creatorId), { shownMinor: 17_000_000n })
    expect(result).toMatchObject({ ok: false, refusal: { kind: 'price_changed', price: { amountMinor: 18_000_000n } } })
    expect((await walletBalance(fan.id)).amountMinor).toBe(40_000_000n)
  })

  test('a hundred forms at once with a wallet for one term: exactly one term is bought', async () => {
    const creatorId = await aCreator()
    const fan = await aFan(180_000)
    const all = await Promise.all(Array.from({ length: 100 }, () => spend(fan, orderFor(creatorId))))
    expect(all.filter((result) => result.ok)).toHaveLength(1)
    expect(await listCreatorSubscriptions(fan.id)).toHaveLength(1)
    expect((await walletBalance(fan.id)).amountMinor).toBe(0n)
  })
})

describe('earning day by day', () => {
  test('EARN-01 each finished day adds one entry for all of a creator\u2019s subscriptions, and thirty days earn the whole price', async () => {
    const creatorId = await aCreator(100_001)
    const fans = [await aFan(200_000), await aFan(200_000)]
    for (const fan of fans) await subscribe(fan, creatorId)
    expect(await earnCreatorSubscriptions()).toBe(0)
    await fixture.advance(2 * DAY)
    await earnCreatorSubscriptions()
    await expectDeferralToFit()
    const first = await earningsOf(creatorId)
    expect(first).toHaveLength(1)
    // 3,333 of each; our fee of a fifth rounds down to 666.
    expect(first[0]).toMatchObject({ gross_minor: 666_600n, fee_minor: 133_200n, net_minor: 533_400n })
    expect(await earnCreatorSubscriptions()).toBe(0)

    // After a pause of forty days the task catches up, one row a day.
    await fixture.advance(40 * DAY)
    await Promise.all([earnCreatorSubscriptions(), earnCreatorSubscriptions(), earnCreatorSubscriptions()])
    const all = await earningsOf(creatorId)
    expect(all).toHaveLength(30)
    expect(all.reduce((sum, day) => sum + day.gross_minor, 0n)).toBe(20_000_200n)
    expect(all.every((day) => day.gross_minor === day.fee_minor + day.net_minor)).toBe(true)
    await foldAccounts()
    expect(await balanceOf('creator_pending', creatorId)).toBe(-all.reduce((sum, day) => sum + day.net_minor, 0n))
    expect(await isEntitledTo(fans[0]!.id, creatorId)).toBe(false)
    await expectDeferralToFit()
  })
})

describe('a creator who is hidden', () => {
  test('the remaining days are refunded to the wallet, the access ends, the fan is notified, and nothing restarts by itself', async () => {
    const creatorId = await aCreator()
    const fan = await aFan(360_000)
    await subscribe(fan, creatorId)
    await subscribe(fan, creatorId, true)
    await fixture.advance(10 * DAY + 3_600)
    await earnCreatorSubscriptions()
    await hide(creatorId)
    // Two parallel runs may share the terms; each term is refunded once.
    const [one, other] = await Promise.all([refundCreatorSubscriptions(), refundCreatorSubscriptions()])
    expect(one + other).toBe(2)
    expect(await refundCreatorSubscriptions()).toBe(0)
    // Ten days of 6,000 are earned; twenty days and the whole second term are refunded.
    expect((await walletBalance(fan.id)).amountMinor).toBe(30_000_000n)
    expect((await earningsOf(creatorId)).reduce((sum, day) => sum + day.gross_minor, 0n)).toBe(6_000_000n)
    expect(await isEntitledTo(fan.id, creatorId)).toBe(false)
    await expectDeferralToFit()
    expect(await mailsTo(fan.email, 'creator_subscription_refunded')).toHaveLength(2)

    await fixture
      .owner()
      .query(
        `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at) values ($1, $2, 'grant', $1, app_now(), app_now() + interval '90 days')`,
        [newId(), creatorId],
      )
    expect(await isEntitledTo(fan.id, creatorId)).toBe(false)
    await fixture.advance(5 * DAY)
    await earnCreatorSubscriptions()
    expect((await earningsOf(creatorId)).reduce((sum, day) => sum + day.gross_minor, 0n)).toBe(6_000_000n)
  })

  test('paid time that ended before the task ran counts from its end, however late the task runs', async () => {
    const creatorId = await aCreator()
    const fan = await aFan(180_000)
    await subscribe(fan, creatorId)
    await fixture
      .owner()
      .query(`update creator_listings set ends_at = app_now() + interval '5 days 1 minute' where creator_id = $1`, [
        creatorId,
      ])
    await fixture
      .owner()
      .query(`update creators set listed_until = app_now() + interval '5 days 1 minute' where profile_id = $1`, [
        creatorId,
      ])
    await fixture.advance(12 * DAY)
    // Either order earns the same sum.
    await earnCreatorSubscriptions()
    await refundCreatorSubscriptions()
    expect((await walletBalance(fan.id)).amountMinor).toBe(15_000_000n)
    expect((await earningsOf(creatorId)).reduce((sum, day) => sum + day.gross_minor, 0n)).toBe(3_000_000n)
    await expectDeferralToFit()
  })

  test('EARN-01 the days up to the end earn by the fee of the end, and a fan who has closed the account is told nothing', async () => {
    const creatorId = await aCreator()
    const fan = await aFan(180_000)
    await subscribe(fan, creatorId)
    await fixture.advance(10 * DAY + 3_600)
    await inTransaction((tx) =>
      setRate(tx, { kind: 'platform_fee', basisPoints: 1_000, setBy: fan.id, reason: 'a better offer' }),
    )
    await hide(creatorId)
    await fixture.owner().query(`update profiles set account_status = 'closed' where id = $1`, [fan.id])
    expect(await refundCreatorSubscriptions()).toBe(1)
    expect(await earningsOf(creatorId)).toEqual([
      { gross_minor: 6_000_000n, fee_minor: 600_000n, net_minor: 5_400_000n, cause_kind: 'creator_subscription' },
    ])
    expect(await mailsTo(fan.email, 'creator_subscription_refunded')).toEqual([])
    await inTransaction((tx) =>
      setRate(tx, { kind: 'platform_fee', basisPoints: 2_000, setBy: fan.id, reason: 'back' }),
    )
  })
})

describe('refunds', () => {
  async function reverse(purchaseId: string, buyerId: string, amountMinor = 18_000_000n) {
    const purchase = await fixture.one<never>('select * from purchases where id = $1', [purchaseId])
    const back = {
      purchase,
      buyerId,
      amountMinor,
      restMinor: 18_000_000n,
      ends: true,
      causeKind: 'chargeback' as const,
      causeId: newId(),
      at: now(),
    }
    const taken = await inTransaction((tx) => productOf('creator_subscription').reverse(tx, back))
    return {
      shortMinor: taken.shortMinor,
      lines: taken.lines.map((line) => [line.account.purpose, line.amountMinor]),
      sum: taken.lines.reduce((sum, line) => sum + line.amountMinor, 0n),
    }
  }

  test('PAY-08 a bank that was wrong gives back what its chargeback took, and not what a refund had returned before', async () => {
    const creatorId = await aCreator()
    const fan = await aFan(180_000)
    const purchaseId = await subscribe(fan, creatorId)
    const term = () =>
      fixture.one(
        'select status, refunded_minor, ended_refund_minor from creator_subscriptions where purchase_id = $1',
        [purchaseId],
      )
    await fixture
      .owner()
      .query('update creator_subscriptions set refunded_minor = 1000000 where purchase_id = $1', [purchaseId])
    await inTransaction((tx) => endCreatorSubscription(tx, purchaseId, now()))
    expect(await term()).toEqual({ status: 'refunded', refunded_minor: 18_000_000n, ended_refund_minor: 17_000_000n })
    await inTransaction((tx) => reinstateCreatorTerm(tx, purchaseId))
    expect(await term()).toEqual({ status: 'active', refunded_minor: 1_000_000n, ended_refund_minor: 0n })
    await fixture
      .owner()
      .query('update creator_subscriptions set refunded_minor = 0 where purchase_id = $1', [purchaseId])
  })

  test('PAY-08 unearned revenue is refunded first, then the creator\u2019s part and ours of what was earned', async () => {
    const creatorId = await aCreator()
    const fan = await aFan(180_000)
    const purchaseId = await subscribe(fan, creatorId)
    await fixture.advance(4 * DAY)
    await earnCreatorSubscriptions()
    const days = (await earningsOf(creatorId)).length
    expect(days).toBe(3)
    const taken = await reverse(purchaseId, fan.id)
    expect(taken).toEqual({
      shortMinor: 0n,
      sum: 18_000_000n,
      lines: [
        ['creator_pending', 1_440_000n],
        ['deferred_creator_subscriptions', 16_200_000n],
        ['platform_revenue', 360_000n],
      ],
    })
    expect(await isEntitledTo(fan.id, creatorId)).toBe(false)
    expect((await listCreatorSubscriptions(fan.id))[0]!.state).toBe('refunded')
    // The bank was wrong: the term counts again and earns the days that it missed.
    const purchase = await fixture.one<never>('select * from purchases where id = $1', [purchaseId])
    await inTransaction((tx) => productOf('creator_subscription').reinstate(tx, purchase))
    expect(await isEntitledTo(fan.id, creatorId)).toBe(true)
    await fixture.advance(DAY)
    await earnCreatorSubscriptions()
    expect(await earningsOf(creatorId)).toHaveLength(days + 1)
  })

  test('PAY-08 with 18 percent VAT within our fee, the tax of the refunded days is reversed too', async () => {
    const setBy = (await aFan(0)).id
    const setVat = (basisPoints: number) =>
      inTransaction((tx) => setRate(tx, { kind: 'vat_on_platform_fee', basisPoints, setBy, reason: 'the law' }))
    await setVat(1_800)
    const creatorId = await aCreator()
    const [fan, other] = [await aFan(180_000), await aFan(180_000)]
    const purchaseId = await subscribe(fan, creatorId)
    await subscribe(other, creatorId)
    await fixture.advance(4 * DAY)
    await earnCreatorSubscriptions()
    await setVat(0)
    // Our fee is 2,400 a day for both, of which 366 is tax; half belongs to the fan who is refunded.
    expect((await reverse(purchaseId, fan.id)).lines).toEqual([
      ['creator_pending', 1_440_000n],
      ['taxes_payable', 54_900n],
      ['deferred_creator_subscriptions', 16_200_000n],
      ['platform_revenue', 305_100n],
    ])
  })

  test('PAY-08 what a fan of a hidden creator already got back in the wallet is taken from there, as far as it is there', async () => {
    const creatorId = await aCreator()
    const fan = await aFan(180_000)
    const purchaseId = await subscribe(fan, creatorId)
    await hide(creatorId)
    await refundCreatorSubscriptions()
    const other = await aCreator(100_000)
    await subscribe(fan, other)
    expect(await reverse(purchaseId, fan.id)).toEqual({
      shortMinor: 10_000_000n,
      sum: 8_000_000n,
      lines: [['wallet', 8_000_000n]],
    })
  })
})
