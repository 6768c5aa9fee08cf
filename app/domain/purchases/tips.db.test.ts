import { beforeAll, describe, expect, test } from 'vitest'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { listReceivedTips, listTopSupporters } from '#app/domain/tips/queries.server.ts'
import { findPostForViewer } from '#app/domain/posts/queries.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { deliverEvents } from '#tests/support/mails.ts'
import { aTip, fillWallet, spend } from '#tests/support/spending.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import { placeOrder } from './place-order.server.ts'

const fixture = usePaymentFixture({ max: 14 })
let creatorId: string
let postId: string

async function aFan(shillings: number, change: Partial<Person> = {}): Promise<Person> {
  const fan = await fixture.person(change)
  await fixture.grantPass(fan.id)
  if (shillings > 0) await fillWallet(fan, shillings)
  return fan
}

const tipsOf = (fan: Person) =>
  fixture.all<{ amount_minor: bigint; message: string; context: string; named: boolean }>(
    'select amount_minor, message, context, named from tips where fan_id = $1 order by created_at',
    [fan.id],
  )

const linesOf = (fan: Person) =>
  fixture
    .all<{ line: string }>(
      `select e.kind || ' ' || a.purpose || ' ' || p.amount_minor as line from purchases u
       join journal_entries e on e.cause_id = u.id or e.cause_id in (select t.id from transactions t where t.purchase_id = u.id)
       join postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
       where u.buyer_id = $1 order by e.recorded_at, e.id, p.line`,
      [fan.id],
    )
    .then((rows) => rows.map((row) => row.line))

beforeAll(async () => {
  const made = await fixture.lockedPost()
  creatorId = made.creatorId
  postId = made.postId
})

describe('a tip from the wallet', () => {
  test('TIP-01f goes to the creator at once, four fifths of it, with its message', async () => {
    const fan = await aFan(30_000)
    const result = await spend(fan, aTip(creatorId, 25_000, { message: '  For Friday\u2019s show!\n' }))
    expect(result.ok).toBe(true)
    expect(await tipsOf(fan)).toEqual([
      { amount_minor: 2_500_000n, message: 'For Friday\u2019s show!', context: 'profile', named: true },
    ])
    expect(await linesOf(fan)).toEqual([
      'tip_paid wallet 2500000',
      'tip_paid creator_pending -2000000',
      'tip_paid platform_revenue -500000',
    ])
    expect((await walletBalance(fan.id)).amountMinor).toBe(500_000n)
    const earning = await fixture.one(
      `select source, gross_minor, fee_minor, net_minor from earnings where creator_id = $1 and cause_id = $2`,
      [creatorId, result.ok && result.value.reference],
    )
    expect(earning).toEqual({ source: 'tip', gross_minor: 2_500_000n, fee_minor: 500_000n, net_minor: 2_000_000n })
  })

  test('NOTIFY-01g the creator is notified once of a tip and once of an unlocked post, without the fan\u2019s name', async () => {
    const made = await fixture.lockedPost()
    const fan = await aFan(60_000)
    expect(await spend(fan, { kind: 'post_unlock', postId: made.postId })).toMatchObject({ ok: true })
    const tip = aTip(made.creatorId, 10_000, { message: 'from your fan' })
    const attempt = randomToken()
    expect(await Promise.all([spend(fan, tip, { attempt }), spend(fan, tip, { attempt })])).toMatchObject([
      { ok: true },
      { ok: true },
    ])
    await deliverEvents()
    expect(
      await fixture.all('select heading, body from notifications where profile_id = $1 order by id', [made.creatorId]),
    ).toEqual([
      { heading: 'A fan unlocked your post', body: 'UGX\u00a050,000, before our fee' },
      { heading: 'A fan tipped you', body: 'UGX\u00a010,000, before our fee' },
    ])
    expect(await fixture.all('select 1 from notifications where profile_id = $1', [fan.id])).toEqual([])
  })

  test('TIP-01e PROF-07j counts towards today\u2019s goal', async () => {
    const made = await fixture.lockedPost()
    const fan = await aFan(10_000)
    expect((await findCreatorById(made.creatorId))!.earnedTodayMinor).toBe(0n)
    await spend(fan, aTip(made.creatorId, 10_000))
    expect((await findCreatorById(made.creatorId))!.earnedTodayMinor).toBe(800_000n)
  })

  test('TIP-01 the same form a hundred times is one tip', async () => {
    const fan = await aFan(100_000)
    const attempt = randomToken()
    const all = await Promise.all(Array.from({ length: 100 }, () => spend(fan, aTip(creatorId, 1_000), { attempt })))
    expect(all.every((result) => result.ok)).toBe(true)
    expect(await tipsOf(fan)).toHaveLength(1)
    expect((await walletBalance(fan.id)).amountMinor).toBe(9_900_000n)
  })

  test('TIP-01 fifty fans tip one creator at once: every tip succeeds, and every shilling is there', async () => {
    const made = await fixture.lockedPost()
    const fans = await Promise.all(Array.from({ length: 50 }, () => aFan(1_000)))
    const all = await Promise.all(fans.map((fan) => spend(fan, aTip(made.creatorId, 1_000))))
    expect(all.filter((result) => result.ok)).toHaveLength(50)
    const { sum } = await fixture.one<{ sum: bigint }>(
      `select ledger_balance(id) as sum from ledger_accounts where purpose = 'creator_pending' and owner_id = $1`,
      [made.creatorId],
    )
    expect(sum).toBe(-4_000_000n)
  })

  test('TIP-01 a wallet that is too small is refused with the missing sum, and nothing happens', async () => {
    const fan = await aFan(4_000)
    const result = await spend(fan, aTip(creatorId, 10_000))
    expect(result).toMatchObject({
      ok: false,
      refusal: { kind: 'balance_too_small', missing: { amountMinor: 600_000n, currency: 'UGX' } },
    })
    expect(await tipsOf(fan)).toEqual([])
    expect((await walletBalance(fan.id)).amountMinor).toBe(400_000n)
  })
})

describe('who may tip, and what', () => {
  test.each([
    ['nothing', 0n],
    ['a negative amount', -100_000n],
    ['a fraction of a shilling', 100_050n],
    ['less than the minimum', 99_900n],
    ['more than the maximum', 500_000_100n],
    ['a huge sum', 10n ** 18n],
  ])('TIP-01 %s is refused and posts nothing', async (_what, amountMinor) => {
    const fan = await aFan(10_000)
    const result = await spend(fan, { ...aTip(creatorId, 1), amountMinor })
    expect(result).toMatchObject({ ok: false, refusal: { kind: 'amount_out_of_bounds' } })
    expect(await linesOf(fan)).toEqual([])
  })

  test('TIP-01 a fan who isn\u2019t entitled, is under age or closed, and the creator are refused', async () => {
    const stranger = await fixture.person()
    await fillWallet(stranger, 50_000)
    const young = await aFan(50_000, { birthday: null })
    const creator = await fixture.person({ userType: 'creator' })
    const reasons = await Promise.all([
      spend(stranger, aTip(creatorId, 10_000)),
      spend({ ...young, birthday: null }, aTip(creatorId, 10_000)),
      spend({ ...(await aFan(50_000)), isBlocked: true }, aTip(creatorId, 10_000)),
      spend({ ...creator, id: creatorId }, aTip(creatorId, 10_000)),
    ])
    expect(reasons.map((result) => (result.ok ? 'ok' : 'reason' in result.refusal && result.refusal.reason))).toEqual([
      'pass_required',
      'profile_incomplete',
      'account_closed',
      'own_page',
    ])
  })

  test('TIP-01 a hidden creator, a missing one and another creator\u2019s post get no tip', async () => {
    const fan = await aFan(50_000)
    const hidden = await fixture.lockedPost()
    await fixture
      .owner()
      .query('update creator_listings set revoked_at = app_now() where creator_id = $1', [hidden.creatorId])
    const other = await fixture.lockedPost()
    for (const order of [
      aTip(hidden.creatorId, 10_000),
      aTip(newId(), 10_000),
      aTip('nobody', 10_000),
      aTip(creatorId, 10_000, { context: 'post', postId: other.postId }),
      aTip(creatorId, 10_000, { context: 'post', postId: null }),
      aTip(creatorId, 10_000, { message: 'x'.repeat(201) }),
    ])
      expect(await spend(fan, order)).toMatchObject({ ok: false, refusal: { kind: 'not_for_sale' } })
    expect((await walletBalance(fan.id)).amountMinor).toBe(5_000_000n)
  })

  test('TIP-01 a tip paid directly arrives with the payment, once', async () => {
    const fan = await aFan(0)
    const started = await placeOrder(
      fan,
      aStart({ email: fan.email, product: aTip(creatorId, 50_000, { message: 'Hello' }) }),
    )
    if (!started.ok) throw new Error(JSON.stringify(started.refusal))
    await fixture.pay(started.value.reference, 'approve')
    expect(await tipsOf(fan)).toMatchObject([{ amount_minor: 5_000_000n, message: 'Hello' }])
    expect(await linesOf(fan)).toEqual([
      'tip_paid gateway_clearing 4850000',
      'tip_paid gateway_fees 150000',
      'tip_paid creator_pending -4000000',
      'tip_paid platform_revenue -1000000',
    ])
  })

  test('TIP-01 the same sum with another message is another payment: the last message arrives', async () => {
    const fan = await aFan(0)
    const start = (message: string) =>
      placeOrder(fan, aStart({ email: fan.email, product: aTip(creatorId, 50_000, { message }) }))
    await start('First message')
    const second = await start('Second message')
    if (!second.ok) throw new Error(JSON.stringify(second.refusal))
    await fixture.pay(second.value.reference, 'approve')
    expect(await tipsOf(fan)).toMatchObject([{ message: 'Second message' }])
  })
})

describe('tips on a post, and supporters', () => {
  test('TIP-02b a post shows the sum of its tips; refunded tips don\u2019t count', async () => {
    const fan = await aFan(100_000)
    const onPost = { context: 'post', postId } as const
    await spend(fan, aTip(creatorId, 10_000, onPost))
    const second = await spend(fan, aTip(creatorId, 20_000, onPost))
    await spend(fan, aTip(creatorId, 50_000))
    expect((await findPostForViewer(fan, postId))!.tips).toEqual({ amountMinor: 3_000_000n, currency: 'UGX' })
    if (!second.ok) throw new Error('not tipped')
    const purchase = await fixture.one<never>('select * from purchases where id = $1', [second.value.reference])
    const back = {
      purchase,
      buyerId: fan.id,
      amountMinor: 2_000_000n,
      restMinor: 2_000_000n,
      ends: true,
      causeKind: 'refund' as const,
      causeId: newId(),
      at: new Date(),
    }
    const taken = await inTransaction((tx) => productOf('tip').reverse(tx, back))
    expect(taken.shortMinor).toBe(0n)
    expect(taken.lines.map((line) => [line.account.purpose, line.amountMinor])).toEqual([
      ['creator_pending', 1_600_000n],
      ['platform_revenue', 400_000n],
    ])
    expect((await findPostForViewer(fan, postId))!.tips).toEqual({ amountMinor: 1_000_000n, currency: 'UGX' })
  })

  test('TIP-01 PROF-07h supporters are ordered by what they gave this week; a fan can choose to be shown as private', async () => {
    const made = await fixture.lockedPost()
    const joan = await aFan(100_000, { displayName: 'Joan' })
    const shy = await aFan(100_000, { displayName: 'Shy' })
    await spend(joan, aTip(made.creatorId, 20_000))
    await spend(joan, aTip(made.creatorId, 20_000))
    await spend(shy, aTip(made.creatorId, 50_000, { named: false }))
    const list = await listTopSupporters(made.creatorId, 3)
    expect(list.map(({ name, amount }) => [name, amount.amountMinor])).toEqual([
      ['Private fan', 5_000_000n],
      ['Joan', 4_000_000n],
    ])
  })

  test('TIP-01 the creator reads every tip with its message, page by page, and no other creator\u2019s', async () => {
    const made = await fixture.lockedPost()
    const fan = await aFan(100_000, { displayName: 'Joan' })
    for (const message of ['One', 'Two', 'Three']) await spend(fan, aTip(made.creatorId, 1_000, { message }))
    const first = await listReceivedTips(made.creatorId, { before: null, limit: 2 })
    expect(first.map(({ fanName, message }) => [fanName, message])).toEqual([
      ['Joan', 'Three'],
      ['Joan', 'Two'],
    ])
    const rest = await listReceivedTips(made.creatorId, { before: first[1]!.id, limit: 2 })
    expect(rest.map((tip) => tip.message)).toEqual(['One'])
    // Another creator's tip as the start of the next page reveals nothing.
    const mine = await listReceivedTips(creatorId, { before: first[0]!.id, limit: 100 })
    expect(mine.some((tip) => ['One', 'Two', 'Three'].includes(tip.message))).toBe(false)
  })
})
