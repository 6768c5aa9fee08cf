import { describe, expect, test } from 'vitest'
import { hasPass } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { releasePromos } from '#app/domain/promotions/release-promos.server.ts'
import { isPromoLeft, releasePromo, reservePromo } from '#app/domain/promotions/reserve-promo.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { completePurchase } from './complete-purchase.server.ts'
import { placeOrder, type GatewayOrder } from './place-order.server.ts'

const fixture = usePaymentFixture({ max: 40 })

let counter = 0

async function aCode(change: Record<string, unknown> = {}): Promise<string> {
  counter += 1
  const row = {
    code: `TEST${counter}`,
    discount_percentage: 20,
    expires_at: new Date(Date.now() + 30 * 86_400_000),
    usage_limit: null,
    country_restrictions: [],
    applicable_plans: [],
    is_active: true,
    ...change,
  }
  await fixture.owner().query(
    `insert into promo_codes (id, code, discount_percentage, expires_at, usage_limit, country_restrictions, applicable_plans, is_active)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [newId(), ...Object.values(row)],
  )
  return row.code
}

function withCode(
  fan: Person | null,
  promo: string,
  change: Partial<GatewayOrder> & { plan?: 'monthly' | 'annual' } = {},
) {
  const { plan = 'monthly', ...rest } = change
  return aStart({
    ...(fan ? { email: fan.email } : {}),
    product: { kind: 'pass', plan, currency: 'UGX', renewal: false, promo },
    ...rest,
  })
}

async function started(fan: Person | null, input: GatewayOrder): Promise<string> {
  const result = await placeOrder(fan, input)
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value.reference
}

const count = async (code: string): Promise<number> =>
  (await fixture.one<{ usage_count: number }>('select usage_count from promo_codes where code = $1', [code]))
    .usage_count

/** Paid at the gateway at the last moment, after our own check had found nothing and ended the payment. */
async function endedUnpaid(reference: string): Promise<void> {
  await fixture.scenario('P14', { tx_ref: reference })
  await fixture.pay(reference, 'approve')
  await fixture
    .owner()
    .query(`update transactions set status = 'expired', stage = 'closed' where flutterwave_tx_ref = $1`, [reference])
}

const refused = (reason: string) => ({ ok: false, refusal: { kind: 'promo_refused', reason } })

describe('paying with a promo code', () => {
  test('SUB-04a the price with the code is charged, posted and owed, and the use is counted once', async () => {
    const fan = await fixture.person()
    const code = await aCode({ usage_limit: 5 })
    const reference = await started(fan, withCode(fan, ` ${code.toLowerCase()} `, { shownMinor: 14_400_000n }))
    const [page] = (await fixture.atGateway(reference)).links as unknown as { amount: number }[]
    expect(page!.amount).toBe(144_000)
    expect(await count(code)).toBe(1)
    await fixture.pay(reference, 'approve')
    expect(await hasPass(fan.id)).toBe(true)
    expect(await count(code)).toBe(1)
    const bought = await fixture.one<{ deferred_minor: bigint; state: string }>(
      `select s.deferred_minor, r.state from subscriptions s join promo_redemptions r on r.purchase_id = s.purchase_id where s.user_id = $1`,
      [fan.id],
    )
    expect(bought).toEqual({ deferred_minor: 14_400_000n, state: 'confirmed' })
  })

  test('SUB-03 a stale price is refused and nothing is set aside', async () => {
    const fan = await fixture.person()
    const code = await aCode()
    expect(await placeOrder(fan, withCode(fan, code, { shownMinor: 18_000_000n }))).toMatchObject({
      ok: false,
      refusal: { kind: 'price_changed', price: { amountMinor: 14_400_000n } },
    })
    expect(await count(code)).toBe(0)
  })

  test('SUB-04a of a hundred who pay at once with the last three uses, exactly three start', async () => {
    const code = await aCode({ usage_limit: 3 })
    const fans = await Promise.all(Array.from({ length: 100 }, () => fixture.person()))
    const results = await Promise.all(fans.map((fan) => placeOrder(fan, withCode(fan, code))))
    expect(results.filter((result) => result.ok)).toHaveLength(3)
    for (const result of results.filter((one) => !one.ok)) expect(result).toEqual(refused('cannot_be_used'))
    expect(await count(code)).toBe(3)
    // Nothing of the others is left behind.
    const left = await fixture.one<{ n: number }>(
      `select count(*)::int as n from purchases p where p.quote->'promo'->>'code' = $1 and not exists (select from transactions t where t.purchase_id = p.id)`,
      [code],
    )
    expect(left.n).toBe(0)
  })

  test('SUB-04 one a person: a second pass with the same code is refused, in any browser', async () => {
    const fan = await fixture.person()
    const code = await aCode()
    await fixture.pay(await started(fan, withCode(fan, code)), 'approve')
    const renewal = { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: true, promo: code } as const
    expect(await placeOrder(fan, aStart({ email: fan.email, product: renewal }))).toEqual(refused('used_before'))
    const { payer } = aStart({ email: fan.email })
    expect(await placeOrder(null, withCode(null, code, { payer }))).toEqual(refused('used_before'))
  })

  test('SUB-04 a use that bought something is its purchase’s for good: not another’s, and never free again', async () => {
    const fan = await fixture.person()
    const code = await aCode({ usage_limit: 5 })
    await fixture.pay(await started(fan, withCode(fan, code)), 'approve')
    const used = await fixture.one<{ promoId: string; purchaseId: string }>(
      `select r.promo_code_id as "promoId", r.purchase_id as "purchaseId" from promo_redemptions r join promo_codes c on c.id = r.promo_code_id
       where c.code = $1 and r.state = 'confirmed'`,
      [code],
    )
    const mine = { ...used, email: fan.email }
    const other = { ...mine, purchaseId: newId() }
    const answers = await inTransaction(async (tx) => [
      await reservePromo(tx, mine),
      await isPromoLeft(tx, mine),
      await reservePromo(tx, other),
      await isPromoLeft(tx, other),
    ])
    expect(answers).toEqual([true, true, false, false])
    await inTransaction((tx) => releasePromo(tx, used.promoId, used.purchaseId))
    expect(await count(code)).toBe(1)
  })

  test('SUB-04 a payment that ends without money releases its use, and late money reserves it again or is refunded', async () => {
    const code = await aCode({ usage_limit: 1 })
    const [first, second] = [await fixture.person(), await fixture.person()]
    const reference = await started(first, withCode(first, code))
    expect(await placeOrder(second, withCode(second, code))).toEqual(refused('cannot_be_used'))
    expect(await releasePromos()).toBe(0)
    await endedUnpaid(reference)
    expect(await releasePromos()).toBe(1)
    expect(await count(code)).toBe(0)
    await fixture.pay(await started(second, withCode(second, code)), 'approve')
    expect(await hasPass(second.id)).toBe(true)
    expect(await count(code)).toBe(1)
    // The first one's money would exceed the limit of uses.
    await completePurchase({ txRef: reference })
    expect(await count(code)).toBe(1)
    expect(await hasPass(first.id)).toBe(false)
    expect(
      await fixture.one(
        `select r.reason from refunds r join transactions t on t.id = r.transaction_id where t.flutterwave_tx_ref = $1`,
        [reference],
      ),
    ).toEqual({ reason: 'product_gone' })
  })

  test('SUB-04 late money reserves a use again while one is left', async () => {
    const code = await aCode({ usage_limit: 1 })
    const fan = await fixture.person()
    const reference = await started(fan, withCode(fan, code))
    await endedUnpaid(reference)
    await releasePromos()
    await completePurchase({ txRef: reference })
    expect(await hasPass(fan.id)).toBe(true)
    expect(await count(code)).toBe(1)
  })

  test('SUB-04 a buyer who changes the plan before paying keeps the use', async () => {
    const fan = await fixture.person()
    const code = await aCode({ usage_limit: 1 })
    await started(fan, withCode(fan, code))
    const annual = await started(fan, withCode(fan, code, { plan: 'annual', shownMinor: 120_000_000n }))
    await fixture.pay(annual, 'approve')
    expect(await hasPass(fan.id)).toBe(true)
    expect(await count(code)).toBe(1)
  })

  test('SUB-04b a code that ends before the payment stays valid for the payment that was started with it', async () => {
    const fan = await fixture.person()
    const code = await aCode()
    const reference = await started(fan, withCode(fan, code))
    await fixture
      .owner()
      .query(`update promo_codes set expires_at = app_now(), is_active = false where code = $1`, [code])
    await fixture.pay(reference, 'approve')
    expect(await hasPass(fan.id)).toBe(true)
    expect(await placeOrder(await fixture.person(), withCode(null, code))).toEqual(refused('cannot_be_used'))
  })

  test('SUB-04 the better of plan discount and code counts, and they do not add up', async () => {
    await fixture.owner().query(`update subscription_plans set discount_percentage = 30 where name = 'monthly'`)
    const fan = await fixture.person()
    const small = await aCode()
    const reference = await started(fan, withCode(fan, small, { shownMinor: 12_600_000n }))
    expect(reference).toBeTruthy()
    expect(await count(small)).toBe(0)
    const big = await aCode({ discount_percentage: 50 })
    expect((await placeOrder(fan, withCode(fan, big, { shownMinor: 9_000_000n }))).ok).toBe(true)
    expect(await count(big)).toBe(1)
    await fixture.owner().query(`update subscription_plans set discount_percentage = 0 where name = 'monthly'`)
  })

  test('SUB-04c SUB-07 other plans, other countries and unknown codes are refused with a message', async () => {
    const fan = await fixture.person()
    expect(await placeOrder(fan, withCode(fan, await aCode({ applicable_plans: ['annual'] })))).toEqual(
      refused('other_plan'),
    )
    expect(await placeOrder(fan, withCode(fan, await aCode({ country_restrictions: ['KE'] })))).toEqual(
      refused('other_country'),
    )
    for (const typed of ['NOSUCHCODE', '', '\u0000', "' or 1=1", 'x'.repeat(500)])
      expect(await placeOrder(fan, withCode(fan, typed))).toMatchObject(
        typed === '' ? { ok: true } : refused('cannot_be_used'),
      )
  })

  test('SUB-04 ten codes an hour, counted before they are compared', async () => {
    const fan = await fixture.person()
    const results = await Promise.all(
      Array.from({ length: 14 }, (_, index) => placeOrder(fan, withCode(fan, `GUESS${index}`))),
    )
    const reasons = results.map((result) =>
      result.ok || result.refusal.kind !== 'promo_refused' ? '' : result.refusal.reason,
    )
    expect(reasons.filter((reason) => reason === 'cannot_be_used')).toHaveLength(10)
    expect(reasons.filter((reason) => reason === 'too_many_tries')).toHaveLength(4)
  })

  test('SUB-04 a hundred percent completes the pass at once: no payment, no entry, one use, the same form once', async () => {
    const fan = await fixture.person()
    const code = await aCode({ discount_percentage: 100, usage_limit: 1 })
    const input = withCode(fan, code, { shownMinor: 0n })
    const results = await Promise.all(Array.from({ length: 8 }, () => placeOrder(fan, input)))
    expect(results.some((result) => result.ok && result.value.completed?.foundAt.kind === 'premium_feed')).toBe(true)
    expect(await hasPass(fan.id)).toBe(true)
    expect(await count(code)).toBe(1)
    const rows = await fixture.all<{ amount_minor: bigint; paid_from: string; state: string; deferred_minor: bigint }>(
      `select p.amount_minor, p.paid_from, p.state, s.deferred_minor from purchases p join subscriptions s on s.purchase_id = p.id where p.buyer_id = $1`,
      [fan.id],
    )
    expect(rows).toEqual([{ amount_minor: 0n, paid_from: 'nothing', state: 'completed', deferred_minor: 0n }])
    expect(
      await fixture.one(
        'select count(*)::int as n from journal_entries e join purchases p on p.id = e.cause_id where p.buyer_id = $1',
        [fan.id],
      ),
    ).toEqual({ n: 0 })
    expect(await placeOrder(await fixture.person(), withCode(null, code))).toEqual(refused('cannot_be_used'))
  })

  test.each([
    ['a code that anybody may use', async () => aCode({ discount_percentage: 100 })],
    ['two codes', null],
  ])('SUB-04 a hundred tabs with %s get a free pass once', async (_, make) => {
    const fan = await fixture.person()
    const codes = make
      ? [await make()]
      : [await aCode({ discount_percentage: 100 }), await aCode({ discount_percentage: 100 })]
    await Promise.all(
      Array.from({ length: 100 }, (_, tab) =>
        placeOrder(fan, withCode(fan, codes[tab % codes.length]!, { shownMinor: 0n })),
      ),
    )
    const { n } = await fixture.one<{ n: number }>('select count(*)::int as n from subscriptions where user_id = $1', [
      fan.id,
    ])
    expect(n).toBe(1)
  })

  test('SUB-07 a hundred tabs get a plan that is discounted to zero once, and renew it once', async () => {
    const fan = await fixture.person()
    await fixture.owner().query(`update subscription_plans set discount_percentage = 100 where name = 'monthly'`)
    const terms = () =>
      fixture.one<{ n: number }>('select count(*)::int as n from subscriptions where user_id = $1', [fan.id])
    const take = (renewal: boolean) =>
      placeOrder(fan, {
        ...aStart({ email: fan.email }),
        product: { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal },
        shownMinor: 0n,
      })
    await Promise.all(Array.from({ length: 100 }, () => take(false)))
    expect(await terms()).toEqual({ n: 1 })
    await Promise.all(Array.from({ length: 100 }, () => take(true)))
    expect(await terms()).toEqual({ n: 2 })
    expect(await take(true)).toEqual({ ok: false, refusal: { kind: 'not_permitted', reason: 'already_entitled' } })
    await fixture.owner().query(`update subscription_plans set discount_percentage = 0 where name = 'monthly'`)
  })

  test('SUB-04 a buyer of a free pass has to sign in first', async () => {
    const code = await aCode({ discount_percentage: 100 })
    expect(await placeOrder(null, withCode(null, code))).toEqual({
      ok: false,
      refusal: { kind: 'free_needs_account' },
    })
    expect(await count(code)).toBe(0)
  })
})

describe('plans limited to countries, and switched off', () => {
  test('SUB-07 a restricted plan is not sold to a number from another country, the profile’s number first', async () => {
    await fixture.owner().query(`update subscription_plans set country_restrictions = '{UG}' where name = 'annual'`)
    const product = { kind: 'pass', plan: 'annual', currency: 'UGX', renewal: false } as const
    const card = {
      name: 'A Fan',
      email: `${newId()}@fans.example`,
      phone: null,
      method: 'card' as const,
      network: null,
    }
    const abroad = aStart({ product, payer: card, typedPhone: '+254712345678' })
    expect(await placeOrder(null, abroad)).toEqual({ ok: false, refusal: { kind: 'not_sold_there' } })
    const ugandan = await fixture.person({ phone: '+256772123456' })
    expect((await placeOrder(ugandan, { ...abroad, payer: { ...card, email: ugandan.email } })).ok).toBe(true)
    const kenyan = await fixture.person({ phone: '+254712345678' })
    expect(await placeOrder(kenyan, aStart({ product, email: kenyan.email }))).toEqual({
      ok: false,
      refusal: { kind: 'not_sold_there' },
    })
    expect((await placeOrder(null, aStart({ product }))).ok).toBe(true)
    await fixture.owner().query(`update subscription_plans set country_restrictions = '{}' where name = 'annual'`)
  })

  test('SUB-03 a plan that is switched off after the start is no longer sold; what was started is kept', async () => {
    const fan = await fixture.person()
    const reference = await started(fan, aStart({ email: fan.email }))
    await fixture.owner().query(`update subscription_plans set is_active = false where name = 'monthly'`)
    const late = await fixture.person()
    expect(await placeOrder(late, aStart({ email: late.email }))).toEqual({
      ok: false,
      refusal: { kind: 'not_for_sale' },
    })
    await fixture.pay(reference, 'approve')
    expect(await hasPass(fan.id)).toBe(true)
    await fixture.owner().query(`update subscription_plans set is_active = true where name = 'monthly'`)
  })
})

describe('dollars', () => {
  test('SUB-08 a pass paid in dollars is owed in shillings from the same moment, at the stored rate', async () => {
    const fan = await fixture.person()
    const product = { kind: 'pass', plan: 'annual', currency: 'USD', renewal: false } as const
    const payer = { name: 'A Fan', email: fan.email, phone: null, method: 'card' as const, network: null }
    await fixture.pay(await started(fan, aStart({ product, payer })), 'approve', { method: 'card' })
    const pass = await fixture.one<{ purchase_id: string; deferred_minor: bigint; shillings_per_dollar: number }>(
      'select purchase_id, deferred_minor, shillings_per_dollar from subscriptions where user_id = $1',
      [fan.id],
    )
    expect(pass).toMatchObject({ deferred_minor: 18_346_300n, shillings_per_dollar: 3_670 })
    const lines = await fixture.all(
      `select a.purpose, l.currency, l.amount_minor from journal_entries e join postings l on l.entry_id = e.id
       join ledger_accounts a on a.id = l.account_id where e.idempotency_key = $1 order by l.line`,
      [`pass_exchanged:${pass.purchase_id}`],
    )
    expect(lines).toEqual([
      { purpose: 'deferred_pass_revenue', currency: 'USD', amount_minor: 4_999n },
      { purpose: 'exchange', currency: 'USD', amount_minor: -4_999n },
      { purpose: 'exchange', currency: 'UGX', amount_minor: 18_346_300n },
      { purpose: 'deferred_pass_revenue', currency: 'UGX', amount_minor: -18_346_300n },
    ])
  })
})
