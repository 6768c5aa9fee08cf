import { describe, expect, test } from 'vitest'
import { findPass } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { chooseRenewal } from '#app/domain/subscriptions/choose-renewal.server.ts'
import { remindOfEnds } from '#app/domain/subscriptions/remind-of-ends.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { placeOrder, type GatewayOrder } from './place-order.server.ts'
import { renewPasses } from './renew-passes.server.ts'
import { mailsTo } from '#tests/support/mails.ts'

const fixture = usePaymentFixture({ max: 20 })

const DAY = 86_400
const PRICE = 18_000_000n

async function buy(fan: Person, input: GatewayOrder): Promise<void> {
  const result = await placeOrder(fan, input)
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  await fixture.pay(result.value.reference, 'approve')
}

/** A fan with a monthly pass and this much in the wallet, in shillings. */
async function aFan(shillings = 0): Promise<Person> {
  const fan = await fixture.person()
  await buy(fan, aStart({ email: fan.email }))
  if (shillings > 0) {
    const product = { kind: 'wallet_top_up', amountMinor: BigInt(shillings) * 100n, restMinor: 0n } as const
    await buy(fan, aStart({ email: fan.email, product }))
  }
  return fan
}

const choose = (fan: Person, mode: 'automatic' | 'cancelled' | 'by_hand', shownMinor: bigint | null = PRICE) =>
  chooseRenewal(fan, { mode, shownMinor, country: 'UG' })

const endOf = async (fan: Person): Promise<Date> => (await findPass(fan.id))!.endsAt!

/** Moves the clock to this many hours before an end. */
async function goTo(end: Date, hoursBefore: number): Promise<void> {
  const { at } = await fixture.one<{ at: Date }>('select app_now() as at')
  await fixture.advance(Math.round((end.getTime() - at.getTime()) / 1_000 - hoursBefore * 3_600))
}

/** The mails about ends, oldest first. */
async function notified(fan: Person): Promise<string[]> {
  const mails = await mailsTo(fan.email, 'pass_ending', 'pass_ended', 'pass_not_renewed')
  return mails.map(({ name, days, fromWallet, reason }) =>
    [name === 'pass_ending' ? `ends in ${String(days)}` : name, fromWallet, reason].filter(Boolean).join(' '),
  )
}

describe('reminders', () => {
  test('SUB-06 three days and one day before the end and once when it is over, each once', async () => {
    const fan = await aFan()
    const end = await endOf(fan)
    await goTo(end, 80)
    await remindOfEnds()
    expect(await notified(fan)).toEqual([])
    for (const hours of [71, 60, 23, 1, -1, -20]) {
      await goTo(end, hours)
      await Promise.all([remindOfEnds(), remindOfEnds(), remindOfEnds()])
    }
    expect(await notified(fan)).toEqual(['ends in 3', 'ends in 1', 'pass_ended'])
  })

  test('SUB-06 a fan who cancelled, renewed, was refunded, or holds a grant gets no mail before the end', async () => {
    const [cancelled, renewed, refunded, granted] = [await aFan(), await aFan(), await aFan(), await aFan()]
    expect(await choose(cancelled, 'cancelled')).toMatchObject({ ok: true })
    const end = await endOf(cancelled)
    const renewal = { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: true } as const
    await buy(renewed, aStart({ email: renewed.email, product: renewal }))
    await fixture.owner().query(`update subscriptions set status = 'refunded' where user_id = $1`, [refunded.id])
    await fixture.grantPass(granted.id)
    await goTo(end, 20)
    await remindOfEnds()
    for (const fan of [cancelled, renewed, refunded, granted]) expect(await notified(fan)).toEqual([])
    await goTo(end, -1)
    await remindOfEnds()
    expect(await notified(cancelled)).toEqual(['pass_ended'])
    for (const fan of [renewed, refunded, granted]) expect(await notified(fan)).toEqual([])
  })
})

describe('renewing from the wallet', () => {
  test('SUB-06 once at the end, from a wallet with enough money: the next term follows, and nothing more is paid', async () => {
    const fan = await aFan(400_000)
    const end = await endOf(fan)
    expect(await choose(fan, 'automatic')).toMatchObject({ ok: true })
    await goTo(end, 20)
    await remindOfEnds()
    await renewPasses()
    expect(await endOf(fan)).toEqual(end)
    await goTo(end, 5)
    await Promise.all([renewPasses(), renewPasses(), renewPasses()])
    await renewPasses()
    const renewed = await endOf(fan)
    expect(renewed.getTime()).toBeGreaterThan(end.getTime() + 27 * DAY * 1_000)
    expect(await walletBalance(fan.id)).toEqual({ amountMinor: 22_000_000n, currency: 'UGX' })
    const terms = await fixture.all<{ starts_at: Date }>(
      'select starts_at from subscriptions where user_id = $1 order by starts_at',
      [fan.id],
    )
    expect(terms.map((term) => term.starts_at)[1]).toEqual(end)
    expect(terms).toHaveLength(2)
    await goTo(end, -1)
    await remindOfEnds()
    expect(await notified(fan)).toEqual(['ends in 1 covered'])
    // The next end counts separately: the wallet holds enough once more.
    await goTo(renewed, 5)
    await renewPasses()
    expect((await walletBalance(fan.id)).amountMinor).toBe(4_000_000n)
  })

  test('SUB-06 a wallet with too little money pays nothing, the fan is notified once and it is not tried again', async () => {
    const fan = await aFan(100_000)
    const end = await endOf(fan)
    await choose(fan, 'automatic')
    await goTo(end, 5)
    for (let turn = 0; turn < 4; turn += 1) expect(await renewPasses()).toBe(0)
    expect(await notified(fan)).toEqual(['pass_not_renewed too_little'])
    // Money that arrives afterwards is not used without notice.
    const product = { kind: 'wallet_top_up', amountMinor: 30_000_000n, restMinor: 0n } as const
    await buy(fan, aStart({ email: fan.email, product }))
    expect(await renewPasses()).toBe(0)
    expect((await walletBalance(fan.id)).amountMinor).toBe(40_000_000n)
    expect(await endOf(fan)).toEqual(end)
  })

  test('SUB-06 a price that has risen since is not charged without consent', async () => {
    const fan = await aFan(400_000)
    const end = await endOf(fan)
    await choose(fan, 'automatic')
    await fixture.owner().query(`update subscription_plans set price_ugx = 20000000 where name = 'monthly'`)
    await goTo(end, 5)
    expect(await renewPasses()).toBe(0)
    expect(await notified(fan)).toEqual(['pass_not_renewed price_rose'])
    await fixture.owner().query(`update subscription_plans set price_ugx = 18000000 where name = 'monthly'`)
    expect((await walletBalance(fan.id)).amountMinor).toBe(40_000_000n)
  })

  test('SUB-06 a refunded renewal is made again once the fan chooses it again, and only once', async () => {
    const fan = await aFan(700_000)
    const end = await endOf(fan)
    await choose(fan, 'automatic')
    await goTo(end, 5)
    expect(await renewPasses()).toBe(1)
    await fixture
      .owner()
      .query(`update subscriptions set status = 'refunded' where user_id = $1 and starts_at = $2`, [fan.id, end])
    expect(await renewPasses()).toBe(0)
    await choose(fan, 'automatic')
    await Promise.all([renewPasses(), renewPasses(), renewPasses()])
    await choose(fan, 'automatic')
    expect(await renewPasses()).toBe(0)
    expect((await walletBalance(fan.id)).amountMinor).toBe(70_000_000n - 2n * PRICE)
    expect((await endOf(fan)).getTime()).toBeGreaterThan(end.getTime())
    // The clock moves on, and this fan must not affect what follows.
    await choose(fan, 'by_hand')
  })

  test('SUB-06 nothing renews that was cancelled, refunded or is long over', async () => {
    const [cancelled, refunded, over] = [await aFan(400_000), await aFan(400_000), await aFan(400_000)]
    for (const fan of [cancelled, refunded, over]) await choose(fan, 'automatic')
    const end = await endOf(over)
    await choose(cancelled, 'cancelled')
    await fixture.owner().query(`update subscriptions set status = 'refunded' where user_id = $1`, [refunded.id])
    await goTo(end, -25)
    expect(await renewPasses()).toBe(0)
    for (const fan of [cancelled, refunded, over]) expect((await walletBalance(fan.id)).amountMinor).toBe(40_000_000n)
  })

  test('SUB-06 the price that was shown is the one agreed to, and only a pass can renew', async () => {
    const fan = await aFan()
    expect(await choose(fan, 'automatic', 17_000_000n)).toEqual({ ok: false, refusal: { kind: 'price_changed' } })
    expect(await choose(fan, 'automatic', null)).toEqual({ ok: false, refusal: { kind: 'price_changed' } })
    expect(await choose(await fixture.person(), 'automatic')).toEqual({ ok: false, refusal: { kind: 'no_pass' } })
    await choose(fan, 'automatic')
    await choose(fan, 'by_hand', null)
    expect(
      await fixture.one('select count(*)::int as n from subscription_renewals where account_id = $1', [fan.id]),
    ).toEqual({ n: 0 })
  })

  test('SUB-02 ten tabs that buy a pass from the wallet at once buy one', async () => {
    const fan = await fixture.person()
    const product = { kind: 'wallet_top_up', amountMinor: 100_000_000n, restMinor: 0n } as const
    await buy(fan, aStart({ email: fan.email, product }))
    const pass = { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: false } as const
    const results = await Promise.all(
      Array.from({ length: 10 }, () =>
        placeOrder(fan, { product: pass, from: 'wallet', returnTo: {}, attempt: randomToken(), shownMinor: PRICE }),
      ),
    )
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect((await walletBalance(fan.id)).amountMinor).toBe(82_000_000n)
  })
})
