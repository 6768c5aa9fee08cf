import { describe, expect, it } from 'vitest'
import { findPass, hasPass, hasUnlock, holdsPass, listRights } from '#app/domain/entitlements/queries.server.ts'
import { findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { openDatabase, closeDatabase } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { completePurchase } from './complete-purchase.server.ts'
import { findPayment } from './queries.server.ts'
import { listReceipts } from './receipts.server.ts'
import { recheckPurchase } from './recheck-purchase.server.ts'
import { reconcilePayments } from './reconcile-payments.server.ts'
import { placeOrder, type GatewayOrder } from './place-order.server.ts'
import { mailsTo } from '#tests/support/mails.ts'

const fixture = usePaymentFixture({ max: 25 })

async function startOf(actor: Actor, input: GatewayOrder) {
  const result = await placeOrder(actor, input)
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}

function transactionsOf(email: string) {
  return fixture.all<{
    flutterwave_tx_ref: string
    status: string
    unauthenticated: boolean
    amount_minor: bigint
    currency: string
  }>('select * from transactions where email = $1 order by created_at', [email])
}

describe('starting a payment', () => {
  it('PAY-02a stores a pending transaction before the gateway is called, and leads to its page', async () => {
    const fan = await fixture.person()
    const { reference, link } = await startOf(fan, aStart({ email: fan.email }))
    expect(reference).toMatch(/^peach_pass_monthly_\d{13}_[0-9a-f]{32}$/)
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v3\/hosted\/pay\/flwlnk-/)
    expect(await transactionsOf(fan.email)).toMatchObject([
      { status: 'pending', unauthenticated: false, amount_minor: 18_000_000n, currency: 'UGX' },
    ])
    const [page] = (await fixture.atGateway(reference)).links as unknown as {
      amount: number
      currency: string
      payment_options: string[]
    }[]
    expect(page).toMatchObject({ amount: 180_000, currency: 'UGX', payment_options: ['mobilemoneyuganda'] })
  })

  it('PAY-02 twenty posts of one form at once are one purchase, one transaction and one page', async () => {
    const fan = await fixture.person()
    const input = aStart({ email: fan.email })
    const results = await Promise.all(Array.from({ length: 20 }, () => startOf(fan, input)))
    expect(new Set(results.map((result) => result.reference)).size).toBe(1)
    expect(new Set(results.map((result) => result.link)).size).toBe(1)
    expect(await transactionsOf(fan.email)).toHaveLength(1)
    expect((await fixture.atGateway(results[0]!.reference)).links).toHaveLength(1)
  })

  it('PAY-02 a form whose first post died with its server gets the page once the claim has expired', async () => {
    const fan = await fixture.person()
    const input = aStart({ email: fan.email })
    await startOf(fan, input)
    // As the killed server left it: claimed, called, and no answer stored.
    await fixture.owner().query(
      `update transactions set stage = 'initiating', checkout_link = null, link_expires_at = null, next_check_at = null,
         calling_until = app_now() + interval '2 seconds' where email = $1`,
      [fan.email],
    )
    const again = await startOf(fan, input)
    expect(again.link).toMatch(/flwlnk-/)
    expect(await transactionsOf(fan.email)).toHaveLength(1)
  })

  it('PAY-02 a second tab leads to the page that is open already', async () => {
    const fan = await fixture.person()
    const first = await startOf(fan, aStart({ email: fan.email }))
    expect(await startOf(fan, aStart({ email: fan.email }))).toEqual(first)
    await fixture.advance(29 * 60)
    const later = await startOf(fan, aStart({ email: fan.email }))
    expect(later.reference).not.toBe(first.reference)
    expect((await fixture.atGateway(first.reference)).links[0]!.state).toBe('disabled')
  })

  it.each([
    ['number', { phone: '+256772999888', network: 'MTN' as const }],
    ['network', { phone: '+256772123456', network: 'AIRTEL' as const }],
  ])('PAY-02 another %s closes the first page: nobody is charged at the number of before', async (_, changed) => {
    const fan = await fixture.person()
    const first = await startOf(fan, aStart({ email: fan.email }))
    await fixture.pay(first.reference, 'decline')
    const again = aStart({ email: fan.email })
    const second = await startOf(fan, { ...again, payer: { ...again.payer, ...changed } })
    expect(second.reference).not.toBe(first.reference)
    expect((await fixture.atGateway(first.reference)).links[0]!.state).not.toBe('open')
    expect(
      await fixture.all(
        'select phone_number, network from transactions where email = $1 order by created_at desc limit 1',
        [fan.email],
      ),
    ).toEqual([{ phone_number: changed.phone, network: changed.network }])
    expect(await fixture.one('select count(*)::int as n from purchases where buyer_id = $1', [fan.id])).toEqual({
      n: 1,
    })
  })

  it('PAY-02 another payment method closes the first page and keeps the purchase', async () => {
    const fan = await fixture.person()
    const first = await startOf(fan, aStart({ email: fan.email }))
    const card = { name: 'A Fan', email: fan.email, phone: null, method: 'card' as const, network: null }
    const second = await startOf(fan, aStart({ payer: card }))
    expect((await fixture.atGateway(first.reference)).links[0]!.state).toBe('disabled')
    expect((await transactionsOf(fan.email)).map((row) => row.status)).toEqual(['cancelled', 'pending'])
    expect(await fixture.one('select count(*)::int as n from purchases where buyer_id = $1', [fan.id])).toEqual({
      n: 1,
    })
    expect(second.link).not.toBeNull()
  })

  it('PAY-02 a buyer who starts again after paying is led to the success, not to a second payment', async () => {
    const fan = await fixture.person()
    const input = aStart({ email: fan.email })
    const { reference } = await startOf(fan, input)
    fixture.state.deliver = false
    await fixture.pay(reference, 'approve')
    const card = { name: 'A Fan', email: fan.email, phone: null, method: 'card' as const, network: null }
    expect(await startOf(fan, aStart({ payer: card }))).toEqual({ reference, link: null })
    expect(await hasPass(fan.id)).toBe(true)
    expect(await placeOrder(fan, aStart({ email: fan.email }))).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted', reason: 'already_entitled' },
    })
  })

  it('PAY-02 the same key of another browser is another purchase: nobody sees another person’s payment', async () => {
    const attempt = randomToken()
    const email = `${newId()}@fans.example`
    const first = await startOf(null, aStart({ attempt, email }))
    const second = await startOf(null, aStart({ attempt, email }))
    expect(second.reference).not.toBe(first.reference)
  })

  it('SUB-03 the server sets the price: the price shown in the browser is only compared', async () => {
    const fan = await fixture.person()
    const refused = await placeOrder(fan, aStart({ email: fan.email, shownMinor: 100n }))
    expect(refused).toEqual({
      ok: false,
      refusal: { kind: 'price_changed', price: { amountMinor: 18_000_000n, currency: 'UGX' } },
    })
    expect(await transactionsOf(fan.email)).toEqual([])
    expect((await placeOrder(fan, aStart({ email: fan.email, shownMinor: 18_000_000n }))).ok).toBe(true)
  })

  it('SUB-08b dollars are paid by card, with their cents, and never by mobile money', async () => {
    const fan = await fixture.person()
    const product = { kind: 'pass', plan: 'annual', currency: 'USD', renewal: false } as const
    expect(await placeOrder(fan, aStart({ email: fan.email, product }))).toEqual({
      ok: false,
      refusal: { kind: 'mobile_money_takes_shillings' },
    })
    const payer = { name: 'A Fan', email: fan.email, phone: null, method: 'card' as const, network: null }
    const { reference } = await startOf(fan, aStart({ product, payer }))
    const [page] = (await fixture.atGateway(reference)).links as unknown as { amount: number; currency: string }[]
    expect(page).toMatchObject({ amount: 49.99, currency: 'USD' })
    await fixture.pay(reference, 'approve', { method: 'card' })
    expect(await hasPass(fan.id)).toBe(true)
  })

  it('SUB-03 a discount is charged as it is shown, and a later price change does not affect a started payment', async () => {
    const fan = await fixture.person()
    await fixture
      .owner()
      .query(
        `update subscription_plans set discount_percentage = 33, discount_expires_at = app_now() + interval '1 day' where name = 'monthly'`,
      )
    const { reference } = await startOf(fan, aStart({ email: fan.email, shownMinor: 12_060_000n }))
    await fixture.owner().query(`update subscription_plans set discount_percentage = 0 where name = 'monthly'`)
    await fixture.pay(reference, 'approve')
    expect(await hasPass(fan.id)).toBe(true)
    expect(await transactionsOf(fan.email)).toMatchObject([{ amount_minor: 12_060_000n, status: 'succeeded' }])
  })

  it('PAY-02 a gateway that refuses: its message is shown, and no pending payment stays behind', async () => {
    const fan = await fixture.person()
    await fixture.scenario('P32', { email: fan.email })
    const refused = await placeOrder(fan, aStart({ email: fan.email }))
    expect(refused).toMatchObject({
      ok: false,
      refusal: { kind: 'gateway_refused', message: expect.stringContaining('currency') },
    })
    expect(await transactionsOf(fan.email)).toMatchObject([{ status: 'failed' }])
    expect((await placeOrder(fan, aStart({ email: fan.email }))).ok).toBe(true)
  })

  it('PAY-02 a wrong key is our problem: the buyer sees nothing of it', async () => {
    const fan = await fixture.person()
    await fixture.scenario('P33', { email: fan.email })
    expect(await placeOrder(fan, aStart({ email: fan.email }))).toEqual({
      ok: false,
      refusal: { kind: 'gateway_refused', message: null },
    })
  })

  it('PAY-02 a page that could not be made is requested again under the same reference', async () => {
    const fan = await fixture.person()
    const input = aStart({ email: fan.email })
    await fixture.scenario('P35.html', { email: fan.email, path: '/v3/payments' }, 3)
    expect(await placeOrder(fan, input)).toEqual({ ok: false, refusal: { kind: 'link_not_received' } })
    expect((await placeOrder(fan, input)).ok).toBe(true)
    expect(await transactionsOf(fan.email)).toHaveLength(1)
  })

  it.each(['P35.html', 'P35.truncated', 'P35.reset'])(
    'PAY-02 AUTH-11e %s once: the buyer does not notice',
    async (scenario) => {
      const fan = await fixture.person()
      await fixture.scenario(scenario, { email: fan.email, path: '/v3/payments' })
      expect((await startOf(fan, aStart({ email: fan.email }))).link).not.toBeNull()
      expect(await transactionsOf(fan.email)).toHaveLength(1)
    },
  )

  it('PAY-02 a gateway that hangs is not waited for indefinitely', async () => {
    const fan = await fixture.person()
    await fixture.scenario('P31', { email: fan.email }, 3)
    expect(await placeOrder(fan, aStart({ email: fan.email }))).toEqual({
      ok: false,
      refusal: { kind: 'link_not_received' },
    })
  })

  it('PAY-09a an older attempt that cannot be checked stops a second one', async () => {
    const fan = await fixture.person()
    const { reference } = await startOf(fan, aStart({ email: fan.email }))
    await fixture.scenario('P35.html', { tx_ref: reference, path: '/v3/transactions' }, 5)
    const card = { name: 'A Fan', email: fan.email, phone: null, method: 'card' as const, network: null }
    expect(await placeOrder(fan, aStart({ payer: card }))).toEqual({ ok: false, refusal: { kind: 'check_failed' } })
  })

  it('PAY-02 the gateway is not called when nothing can be stored', async () => {
    const fan = await fixture.person()
    await closeDatabase()
    openDatabase('postgresql://nobody@127.0.0.1:1/none', { max: 1 })
    const visitor = await placeOrder(null, aStart({ email: fan.email }))
    await closeDatabase()
    openDatabase(fixture.url(), { max: 25 })
    expect(visitor).toEqual({ ok: false, refusal: { kind: 'record_not_made' } })
    expect(await transactionsOf(fan.email)).toEqual([])
  })

  it('PAY-07 an unused page expires after its time, and is closed', async () => {
    const fan = await fixture.person()
    const { reference } = await startOf(fan, aStart({ email: fan.email }))
    await fixture.advance(46 * 60)
    await reconcilePayments()
    expect(await transactionsOf(fan.email)).toMatchObject([{ status: 'expired' }])
    expect((await startOf(fan, aStart({ email: fan.email }))).reference).not.toBe(reference)
  })
})

describe('a visitor who pays', () => {
  it('PAY-03a is recorded as unauthenticated; the success creates the account and mails its code, and access waits for a birthday', async () => {
    const input = aStart()
    const { email } = input.payer
    const { reference } = await startOf(null, input)
    expect(await transactionsOf(email)).toMatchObject([{ unauthenticated: true, user_id: null }])
    expect(await fixture.all('select id from profiles where email = $1', [email])).toEqual([])
    await fixture.pay(reference, 'approve')
    const account = await fixture.one<{ id: string; user_type: string; email_proven_at: Date | null }>(
      'select * from profiles where email = $1',
      [email],
    )
    expect(account).toMatchObject({ user_type: 'fan', email_proven_at: null })
    expect(await fixture.one('select user_created, buyer_id from purchases where buyer_email = $1', [email])).toEqual({
      user_created: true,
      buyer_id: account.id,
    })
    expect((await mailsTo(email)).map(({ name }) => name)).toEqual(['payment_account'])
    expect(await fixture.all('select id from sessions where profile_id = $1', [account.id])).toEqual([])

    expect(await hasPass(account.id)).toBe(false)
    expect(await findPass(account.id)).toBeNull()
    expect(await holdsPass(account.id)).not.toBeNull()
    await fixture.owner().query(`update profiles set birthday = '2000-01-01' where id = $1`, [account.id])
    expect(await hasPass(account.id)).toBe(true)
    expect((await findPass(account.id))?.endsAt).toBeInstanceOf(Date)
  })

  it('PAY-03 with an address that has an account pays for that account, and is not signed in to it', async () => {
    const fan = await fixture.person()
    const { reference } = await startOf(null, aStart({ email: fan.email }))
    await fixture.pay(reference, 'approve')
    expect(await hasPass(fan.id)).toBe(true)
    expect(await fixture.one('select user_created from purchases where buyer_email = $1', [fan.email])).toEqual({
      user_created: false,
    })
    expect(await fixture.all('select id from sessions where profile_id = $1', [fan.id])).toEqual([])
  })

  it('PAY-04 only the browser that started the payment, or the buyer, sees whose payment it is', async () => {
    const input = aStart()
    const { reference } = await startOf(null, input)
    const seen = (accountId: string | null, checkoutToken: string | null) =>
      findPayment(reference, { accountId, checkoutToken })
    expect((await seen(null, input.checkoutToken))?.details?.email).toBe(input.payer.email)
    expect((await seen(null, null))?.details).toBeNull()
    expect((await seen(null, randomToken()))?.details).toBeNull()
    expect((await seen((await fixture.person()).id, null))?.details).toBeNull()
    expect(await findPayment('peach_pass_monthly_1_unknown', { accountId: null, checkoutToken: null })).toBeNull()
  })

  it('PAY-07 money for an account that was closed meanwhile is refunded', async () => {
    const fan = await fixture.person()
    const { reference } = await startOf(fan, aStart({ email: fan.email }))
    await fixture.owner().query(`update profiles set account_status = 'closed' where id = $1`, [fan.id])
    await fixture.pay(reference, 'approve')
    expect(
      await fixture.all(
        'select reason from refunds r join transactions t on t.id = r.transaction_id where t.flutterwave_tx_ref = $1',
        [reference],
      ),
    ).toEqual([{ reason: 'product_gone' }])
    expect(await findPayment(reference, { accountId: fan.id, checkoutToken: null })).toMatchObject({
      state: 'succeeded',
      fulfilled: false,
    })
  })
})

describe('one locked post', () => {
  const unlock = (postId: string) => ({ kind: 'post_unlock', postId }) as const

  it('PROF-03c is bought by a fan with a pass, for good, and four fifths belong to its creator', async () => {
    const fan = await fixture.person()
    await fixture.grantPass(fan.id)
    const { postId, creatorId } = await fixture.lockedPost()
    const { reference } = await startOf(fan, aStart({ email: fan.email, product: unlock(postId) }))
    expect(reference).toMatch(/^peach_unlock_post_\d{13}_[0-9a-f]{32}$/)
    expect(await hasUnlock(fan.id, postId)).toBe(false)
    await fixture.pay(reference, 'approve')
    expect(await hasUnlock(fan.id, postId)).toBe(true)
    expect(await listRights(fan.id, { creatorIds: [], postIds: [postId, newId()] })).toMatchObject({
      posts: new Set([postId]),
    })
    const lines = await fixture.all<{ line: string }>(
      `select a.purpose || ' ' || p.amount_minor || coalesce(' ' || a.owner_id, '') as line
       from transactions t join journal_entries e on e.cause_id = t.id join postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
       where t.flutterwave_tx_ref = $1 order by p.line`,
      [reference],
    )
    expect(lines.map((row) => row.line)).toEqual([
      'gateway_clearing 4850000',
      'gateway_fees 150000',
      `creator_pending -4000000 ${creatorId}`,
      'platform_revenue -1000000',
    ])
    expect(await placeOrder(fan, aStart({ product: unlock(postId) }))).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted', reason: 'already_unlocked' },
    })
    expect((await listReceipts(fan.id)).map((receipt) => receipt.outcome)).toEqual(['paid'])
  })

  it('PROF-03 is not sold without a pass, to visitors, twice, or after it is removed', async () => {
    const fan = await fixture.person()
    const { postId } = await fixture.lockedPost()
    const kinds = async (actor: typeof fan | null, id = postId) => {
      const result = await placeOrder(actor, aStart({ product: unlock(id) }))
      return result.ok ? 'sold' : 'reason' in result.refusal ? result.refusal.reason : result.refusal.kind
    }
    expect(await kinds(null)).toBe('sign_in_required')
    expect(await kinds(fan)).toBe('pass_required')
    expect(await kinds(fan, newId())).toBe('not_for_sale')
    expect(await kinds(fan, "' or 1=1 --")).toBe('not_for_sale')
    await fixture.grantPass(fan.id)
    await fixture.owner().query(`update posts set state = 'removed' where id = $1`, [postId])
    expect(await kinds(fan)).toBe('not_for_sale')
  })

  it('PROF-03 that was removed before the money came is refunded, and its creator gets nothing', async () => {
    const fan = await fixture.person()
    await fixture.grantPass(fan.id)
    const { postId } = await fixture.lockedPost()
    const { reference } = await startOf(fan, aStart({ email: fan.email, product: unlock(postId) }))
    await fixture.owner().query(`update posts set state = 'removed' where id = $1`, [postId])
    await fixture.pay(reference, 'approve')
    expect(await hasUnlock(fan.id, postId)).toBe(false)
    expect(
      await fixture.all(
        'select reason from refunds r join transactions t on t.id = r.transaction_id where t.flutterwave_tx_ref = $1',
        [reference],
      ),
    ).toEqual([{ reason: 'product_gone' }])
  })
})

describe('renewing', () => {
  it('SUB-02 a pass holder buys another only as a renewal, and no day is lost', async () => {
    const fan = await fixture.person()
    const first = await startOf(fan, aStart({ email: fan.email }))
    await fixture.pay(first.reference, 'approve')
    const ended = (await findPass(fan.id))!.endsAt!
    const renewal = { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: true } as const
    const second = await startOf(fan, aStart({ email: fan.email, product: renewal }))
    expect(second.reference).not.toBe(first.reference)
    await fixture.pay(second.reference, 'approve')
    const rows = await fixture.all<{ starts_at: Date; expires_at: Date }>(
      'select starts_at, expires_at from subscriptions where user_id = $1 order by starts_at',
      [fan.id],
    )
    expect(rows).toHaveLength(2)
    expect(rows[1]!.starts_at).toEqual(ended)
    expect((await findPass(fan.id))!.endsAt).toEqual(rows[1]!.expires_at)
  })
})

describe('viewing a payment', () => {
  it('PAY-07 a refreshing page calls the gateway only every few seconds', async () => {
    const fan = await fixture.person()
    const { reference } = await startOf(fan, aStart({ email: fan.email }))
    expect(await recheckPurchase({ txRef: reference })).toEqual({ kind: 'looked', state: 'awaiting_customer' })
    expect(await recheckPurchase({ txRef: reference })).toBeNull()
    await fixture.advance(4)
    expect(await recheckPurchase({ txRef: reference })).not.toBeNull()
    expect(await recheckPurchase({ txRef: 'peach_pass_monthly_1_unknown' })).toBeNull()
    expect(await completePurchase({ txRef: 'peach_pass_monthly_1_unknown' })).toEqual({ kind: 'unknown_reference' })
  })

  it('SUB-05 a missing plan is replaced by the built-in one, and sold at its price', async () => {
    expect((await findPlansForSale()).incomplete).toBe(false)
    await fixture
      .owner()
      .query(
        `update subscription_plans set is_substitute = true, is_active = false, price_ugx = 999900 where name = 'monthly'`,
      )
    const { plans, incomplete } = await findPlansForSale()
    expect(incomplete).toBe(true)
    expect(plans.map((plan) => [plan.name, plan.builtIn, plan.priceUgx])).toEqual([
      ['monthly', true, 18_000_000n],
      ['annual', false, 150_000_000n],
    ])
    const fan = await fixture.person()
    const { reference } = await startOf(fan, aStart({ email: fan.email }))
    await fixture.pay(reference, 'approve')
    expect(await hasPass(fan.id)).toBe(true)
    await fixture
      .owner()
      .query(
        `update subscription_plans set is_substitute = false, is_active = true, price_ugx = 18000000 where name = 'monthly'`,
      )
  })
})
