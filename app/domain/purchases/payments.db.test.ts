import { describe, expect, it } from 'vitest'
import { hasPass, holdsPass } from '#app/domain/entitlements/queries.server.ts'
import { receiveWebhookEvent } from '#app/domain/payments/receive-webhook-event.server.ts'
import type { Charge } from '#app/gateways/flutterwave/port.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { aStart, HASH, usePaymentFixture } from '#tests/support/payments.ts'
import { completePurchase } from './complete-purchase.server.ts'
import { applyCharges } from './internal/apply-charges.server.ts'
import { lockPayment } from '#app/domain/payments/lock-payment.server.ts'
import { processWebhookEvent, retryWebhookEvents } from './process-webhook-event.server.ts'
import { reconcilePayments } from './reconcile-payments.server.ts'
import { placeOrder } from './place-order.server.ts'
import { mailsTo } from '#tests/support/mails.ts'

const fixture = usePaymentFixture({ max: 14 })

type Start = Parameters<typeof aStart>[0]

/** Starts a pass for a new fan and returns the fan and the reference. */
async function started(change: Start = {}) {
  const fan = await fixture.person()
  const result = await placeOrder(fan, aStart({ email: fan.email, ...change }))
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return { fan, txRef: result.value.reference, link: result.value.link }
}

/** Approved by the buyer, while the gateway does what the scenario says. */
async function paidAs(scenario: string) {
  const { fan, txRef } = await started()
  await fixture.scenario(scenario, { tx_ref: txRef })
  await fixture.pay(txRef, 'approve')
  return { fan, txRef }
}

async function failureOf(txRef: string): Promise<string> {
  const row = await fixture.one<{ failure_code: string }>(
    'select failure_code from transactions where flutterwave_tx_ref = $1',
    [txRef],
  )
  return row.failure_code
}

async function ledgerOf(txRef: string): Promise<string[]> {
  const rows = await fixture.all<{ line: string }>(
    `select e.kind || ' ' || a.purpose || ' ' || p.amount_minor as line
     from transactions t join journal_entries e on e.cause_id = t.id join postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
     where t.flutterwave_tx_ref = $1 order by e.recorded_at, e.id, p.line`,
    [txRef],
  )
  return rows.map((row) => row.line)
}

async function passesOf(accountId: string): Promise<number> {
  return (
    await fixture.one<{ n: number }>('select count(*)::int as n from subscriptions where user_id = $1', [accountId])
  ).n
}

async function statusOf(txRef: string): Promise<string> {
  const row = await fixture.one<{ status: string; stage: string }>(
    'select status, stage from transactions where flutterwave_tx_ref = $1',
    [txRef],
  )
  return row.status === 'pending' ? row.stage : row.status
}

async function refundsOf(txRef: string): Promise<string[]> {
  const rows = await fixture.all<{ line: string }>(
    `select r.reason || ' ' || r.amount_minor as line from refunds r join transactions t on t.id = r.transaction_id where t.flutterwave_tx_ref = $1 order by 1`,
    [txRef],
  )
  return rows.map((row) => row.line)
}

const PASS_LINES = [
  'pass_paid gateway_clearing 17460000',
  'pass_paid gateway_fees 540000',
  'pass_paid deferred_pass_revenue -18000000',
]

describe('whichever comes first', () => {
  it('PAY-06 the webhook comes first: access is granted once, and the ledger shows what arrived', async () => {
    const { fan, txRef } = await started()
    expect(await hasPass(fan.id)).toBe(false)
    await fixture.pay(txRef, 'approve')
    expect(await hasPass(fan.id)).toBe(true)
    expect(await completePurchase({ txRef })).toEqual({ kind: 'looked', state: 'succeeded' })
    expect(await passesOf(fan.id)).toBe(1)
    expect(await ledgerOf(txRef)).toEqual(PASS_LINES)
    expect((await mailsTo(fan.email)).map(({ name }) => name)).toEqual(['purchase_completed'])
  })

  it('PAY-06 the webhook comes twice: access is granted once', async () => {
    const { fan, txRef } = await paidAs('W01')
    await fixture.advance(1)
    expect(fixture.state.notices.length).toBeGreaterThanOrEqual(2)
    expect(await passesOf(fan.id)).toBe(1)
    expect(await ledgerOf(txRef)).toEqual(PASS_LINES)
    expect(
      (await fixture.one<{ copies: number }>('select copies from webhook_events where tx_ref = $1', [txRef])).copies,
    ).toBe(2)
  })

  it('PAY-07 the webhook never comes and the browser never returns: the reconciler grants', async () => {
    const { fan, txRef } = await paidAs('P14')
    expect(fixture.state.notices).toEqual([])
    expect(await hasPass(fan.id)).toBe(false)
    await fixture.advance(15)
    expect(await reconcilePayments()).toBeGreaterThanOrEqual(1)
    expect(await hasPass(fan.id)).toBe(true)
    expect(await ledgerOf(txRef)).toEqual(PASS_LINES)
  })

  it('PAY-07 the worker is down when the notification arrives: the scheduled task processes it later', async () => {
    const { fan, txRef } = await started()
    fixture.state.deliver = false
    await fixture.pay(txRef, 'approve')
    expect(await hasPass(fan.id)).toBe(false)
    await fixture.advance(61)
    expect(await retryWebhookEvents()).toBe(1)
    expect(await hasPass(fan.id)).toBe(true)
  })

  it('PAY-06 the webhook arrives before the answer that carries the link', async () => {
    const fan = await fixture.person()
    await fixture.scenario('W02', { email: fan.email })
    const result = await placeOrder(fan, aStart({ email: fan.email }))
    expect(result).toMatchObject({ ok: true, value: { link: null } })
    expect(await passesOf(fan.id)).toBe(1)
  })

  it('PAY-06 fifty completions at once grant once', async () => {
    const { fan, txRef } = await started()
    fixture.state.deliver = false
    await fixture.pay(txRef, 'approve')
    const results = await Promise.all(Array.from({ length: 50 }, () => completePurchase({ txRef })))
    expect(new Set(results.map((result) => (result.kind === 'looked' ? result.state : result.kind)))).toEqual(
      new Set(['succeeded']),
    )
    expect(await passesOf(fan.id)).toBe(1)
    expect(await ledgerOf(txRef)).toEqual(PASS_LINES)
  })

  it('PAY-06 the flat format of older notifications is understood, and so is one without an id', async () => {
    for (const scenario of ['W05', 'W06']) {
      const { fan } = await paidAs(scenario)
      expect(await hasPass(fan.id)).toBe(true)
    }
  })
})

describe('what is not a success', () => {
  it('PAY-06 declined: nothing is granted, the page stays open, and a second try succeeds', async () => {
    const { fan, txRef } = await started()
    await fixture.pay(txRef, 'decline')
    expect(await statusOf(txRef)).toBe('awaiting_customer')
    expect(await failureOf(txRef)).toBe('DECLINED_BY_USER')
    expect(await hasPass(fan.id)).toBe(false)
    await fixture.pay(txRef, 'approve')
    expect(await hasPass(fan.id)).toBe(true)
  })

  it('PAY-06 timed out: pending stays pending, then the failure is shown with its reason', async () => {
    const { fan, txRef } = await started()
    await fixture.pay(txRef, 'timeout')
    await completePurchase({ txRef })
    expect(await statusOf(txRef)).toBe('processing')
    await fixture.advance(11 * 60)
    await completePurchase({ txRef })
    expect(await statusOf(txRef)).toBe('awaiting_customer')
    expect(await failureOf(txRef)).toBe('PROMPT_TIMEOUT')
    await fixture.advance(40 * 60)
    await completePurchase({ txRef })
    expect(await statusOf(txRef)).toBe('failed')
    expect(await hasPass(fan.id)).toBe(false)
  })

  it('PAY-04 a buyer who left is cancelled only after a check that found no money, and late money still counts', async () => {
    const { fan, txRef } = await paidAs('P12')
    await completePurchase({ txRef, left: true })
    expect(await statusOf(txRef)).toBe('processing')
    await fixture.advance(60)
    expect(await hasPass(fan.id)).toBe(true)

    const other = await started()
    await completePurchase({ txRef: other.txRef, left: true })
    expect(await statusOf(other.txRef)).toBe('cancelled')
    expect((await fixture.atGateway(other.txRef)).links.map((link) => link.state)).toEqual(['disabled'])
  })

  it.each([
    ['P22', 'amount_short'],
    ['P24', 'other_currency'],
  ])('PAY-06 %s: money that does not match waits for a staff decision and grants nothing', async (scenario, reason) => {
    const { fan, txRef } = await paidAs(scenario)
    await completePurchase({ txRef })
    expect(await statusOf(txRef)).toBe('review')
    expect(await hasPass(fan.id)).toBe(false)
    const noted = await fixture.one<{ detail: { reasons: string } }>(
      `select detail from activity where event = 'payment_needs_review' and object_id = (select id::text from transactions where flutterwave_tx_ref = $1)`,
      [txRef],
    )
    expect(noted.detail.reasons).toContain(reason)
  })

  it('PAY-06 too little money is posted as refund due', async () => {
    const { txRef } = await paidAs('P22')
    await completePurchase({ txRef })
    expect((await ledgerOf(txRef)).filter((line) => line.includes('refunds_payable'))).toEqual([
      'payment_to_return refunds_payable -100000',
    ])
  })

  it('PAY-06 a success under another reference changes nothing', async () => {
    const { fan, txRef } = await paidAs('P28')
    await completePurchase({ txRef })
    expect(await hasPass(fan.id)).toBe(false)
    expect(await ledgerOf(txRef)).toEqual([])
  })

  it('PAY-06 the success of one payment does not pay another', async () => {
    const paid = await started()
    await fixture.pay(paid.txRef, 'approve')
    const id = String((await fixture.atGateway(paid.txRef)).transactions[0]!.id)
    const other = await started({ plan: 'annual' })
    await completePurchase({ txRef: other.txRef, providerId: id })
    expect(await statusOf(other.txRef)).toBe('awaiting_customer')
    expect(await hasPass(other.fan.id)).toBe(false)
  })

  it.each(['W08', 'W13'])(
    'PAY-06 %s: a notification of a success that never happened grants nothing',
    async (scenario) => {
      const { fan, txRef } = await paidAs(scenario)
      await fixture.settled()
      expect(fixture.state.notices.map((notice) => notice.status)).toContain(200)
      expect(await hasPass(fan.id)).toBe(false)
      expect(await ledgerOf(txRef)).toEqual([])
    },
  )

  it('PAY-06 an unknown status is neither paid nor failed', async () => {
    const { fan, txRef } = await paidAs('P27')
    await completePurchase({ txRef })
    expect(await statusOf(txRef)).toBe('processing')
    await fixture.advance(25 * 3_600)
    await completePurchase({ txRef })
    expect(await statusOf(txRef)).toBe('review')
    expect(await hasPass(fan.id)).toBe(false)
  })

  it('PAY-06 a success that the gateway later contradicts stays granted and is reviewed', async () => {
    const { fan, txRef } = await paidAs('P40')
    await completePurchase({ txRef })
    await completePurchase({ txRef })
    expect(await statusOf(txRef)).toBe('succeeded')
    expect(await passesOf(fan.id)).toBe(1)
  })
})

describe('too much, late or double money', () => {
  it('PAY-07 more than the price is granted and the difference is refunded', async () => {
    const { fan, txRef } = await paidAs('P23')
    expect(await hasPass(fan.id)).toBe(true)
    expect(await refundsOf(txRef)).toEqual(['paid_too_much 100000'])
    expect(
      await fixture.one(`select ends from refunds where reason = 'paid_too_much' order by id desc limit 1`),
    ).toEqual({
      ends: false,
    })
    expect((await ledgerOf(txRef)).at(-1)).toBe('pass_paid refunds_payable -100000')
  })

  it('PAY-06 a payer who bears the fee has paid exactly', async () => {
    const { fan, txRef } = await paidAs('P25')
    expect(await hasPass(fan.id)).toBe(true)
    expect(await refundsOf(txRef)).toEqual([])
  })

  it('PAY-07 a second success under one reference is found after the page has closed, is refunded, and grants nothing more', async () => {
    const { fan, txRef, link } = await started()
    fixture.state.deliver = false
    // Two tabs of the same page, both approved before the gateway notified us of either.
    for (const token of ['first-tab', 'second-tab']) {
      await fetch(`${link}/answer`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ token, outcome: 'approve', method: 'mobilemoneyuganda' }),
      })
    }
    expect((await fixture.atGateway(txRef)).transactions.map((one) => one.status)).toEqual(['successful', 'successful'])
    await completePurchase({ txRef })
    expect(await passesOf(fan.id)).toBe(1)
    await fixture.advance(47 * 60)
    await reconcilePayments()
    await completePurchase({ txRef })
    expect(await passesOf(fan.id)).toBe(1)
    expect(await refundsOf(txRef)).toEqual(['paid_twice 18000000'])
    expect((await ledgerOf(txRef)).at(-1)).toBe('payment_to_return refunds_payable -18000000')
  })

  it('PAY-07 money for an old page, after another one was paid, is refunded', async () => {
    const { fan, txRef } = await started()
    await fixture.scenario('P21', { tx_ref: txRef })
    // The same buyer chooses another method: the old page is closed according to the gateway.
    const second = await placeOrder(fan, {
      ...aStart({ email: fan.email }),
      payer: { name: 'A Fan', email: fan.email, phone: null, method: 'card', network: null },
    })
    if (!second.ok) throw new Error(JSON.stringify(second.refusal))
    expect(second.value.reference).not.toBe(txRef)
    await fixture.pay(second.value.reference, 'approve')
    expect(await passesOf(fan.id)).toBe(1)
    const page = (await fixture.atGateway(txRef)).links[0]!
    if (page.state === 'open') {
      await fixture.pay(txRef, 'approve')
      await completePurchase({ txRef })
      expect(await refundsOf(txRef)).toEqual(['paid_twice 18000000'])
      expect((await ledgerOf(txRef)).at(-1)).toBe('payment_to_return refunds_payable -18000000')
    }
    expect(await passesOf(fan.id)).toBe(1)
  })

  it('PAY-07 money that comes days after its page closed is accepted while the buyer can still use it', async () => {
    const { fan, txRef } = await started()
    await fixture.scenario('P14', { tx_ref: txRef })
    await fixture.advance(29 * 60)
    await fixture.pay(txRef, 'approve')
    await fixture.advance(3 * 24 * 3_600)
    await reconcilePayments()
    expect(await statusOf(txRef)).toBe('succeeded')
    expect(await passesOf(fan.id)).toBe(1)
  })

  it('PAY-07 money that comes days late beside another pass is refunded', async () => {
    const { fan, txRef } = await started()
    await fixture.scenario('P14', { tx_ref: txRef })
    await fixture.advance(29 * 60)
    await fixture.pay(txRef, 'approve')
    await fixture.grantPass(fan.id)
    await fixture.advance(3 * 24 * 3_600)
    await reconcilePayments()
    expect(await refundsOf(txRef)).toEqual(['arrived_late 18000000'])
    expect(await passesOf(fan.id)).toBe(0)
  })

  it('PAY-06 a fee that is known later is posted later, once', async () => {
    const { fan, txRef } = await paidAs('P38')
    await completePurchase({ txRef })
    expect(await hasPass(fan.id)).toBe(true)
    const before = ['pass_paid gateway_clearing 18000000', 'pass_paid deferred_pass_revenue -18000000']
    expect(await ledgerOf(txRef)).toEqual(before)

    const payment = await fixture.one<{ id: string; purchase_id: string; provider_id: string }>(
      'select t.id, t.purchase_id, c.provider_id from transactions t join gateway_charges c on c.transaction_id = t.id where t.flutterwave_tx_ref = $1',
      [txRef],
    )
    const charge: Charge = {
      providerId: payment.provider_id,
      reference: txRef,
      status: 'succeeded',
      rawStatus: 'successful',
      amountMinor: 18_000_000n,
      currency: 'UGX',
      feeMinor: 540_000n,
      chargedMinor: 18_000_000n,
      accountId: '17321',
      processorText: 'Approved',
      paymentType: 'mobilemoneyug',
    }
    const check = { left: false, timeOver: false, overSince: now(), at: now() }
    for (let time = 0; time < 2; time += 1) {
      await inTransaction(async (tx) =>
        applyCharges(tx, await lockPayment(tx, payment.id, payment.purchase_id), [charge], check),
      )
    }
    expect(await ledgerOf(txRef)).toEqual([
      ...before,
      'gateway_fee_learned gateway_fees 540000',
      'gateway_fee_learned gateway_clearing -540000',
    ])
  })
})

describe('worthless notifications', () => {
  const body = (text: string) => new TextEncoder().encode(text)
  const right = () => new Headers({ 'verif-hash': HASH })

  it('PAY-06 a wrong or missing hash is refused and nothing is stored', async () => {
    const before = await fixture.one<{ n: number }>('select count(*)::int as n from webhook_events')
    for (const headers of [
      new Headers(),
      new Headers({ 'verif-hash': 'wrong' }),
      new Headers({ 'verif-hash': '' }),
      new Headers({ 'flutterwave-signature': HASH }),
    ]) {
      expect(await receiveWebhookEvent(headers, body('{}'))).toEqual({ ok: false, refusal: { kind: 'wrong_hash' } })
    }
    expect(await fixture.one('select count(*)::int as n from webhook_events')).toEqual(before)
  })

  it('PAY-06 unreadable data with the right hash is stored as unreadable and does nothing', async () => {
    for (const text of [
      '',
      'not json',
      '[]',
      'null',
      '"text"',
      '{"a":',
      '\u0000\u0000',
      '{"event":"charge.completed","data":{"tx_ref":',
    ]) {
      const result = await receiveWebhookEvent(right(), body(text))
      expect(result.ok).toBe(true)
      if (result.ok) await processWebhookEvent(result.value.webhookEventId)
    }
    const kept = await fixture.all<{ state: string }>(
      `select distinct state from webhook_events where kind = 'unreadable'`,
    )
    expect(kept).toEqual([{ state: 'unreadable' }])
  })

  it('PAY-06 unusual but readable bodies neither fail nor grant', async () => {
    const odd: object[] = [
      {},
      { event: 'charge.completed' },
      { event: 'charge.completed', data: { tx_ref: "x' or 1=1 --", id: '../../etc', amount: 1e308 } },
      {
        event: 'charge.completed',
        data: { tx_ref: 'peach_pass_monthly_1_unknown', id: 99_999_999_999_999_999_999n.toString() },
      },
      { event: 'a'.repeat(10_000), data: [] },
      { __proto__: null, constructor: { tx_ref: 'x' }, 'event.type': '\u0000' },
      { event: 'transfer.completed', data: { reference: 'po_1', status: 'SUCCESSFUL' } },
    ]
    for (const one of odd) {
      const result = await receiveWebhookEvent(right(), body(JSON.stringify(one)))
      expect(result.ok).toBe(true)
      if (result.ok) await processWebhookEvent(result.value.webhookEventId)
    }
  })

  it('PAY-06 a body beyond the limit is refused after its hash was accepted', async () => {
    expect(await receiveWebhookEvent(right(), new Uint8Array(256 * 1024 + 1))).toEqual({
      ok: false,
      refusal: { kind: 'too_large' },
    })
    expect(await receiveWebhookEvent(right(), null)).toEqual({ ok: false, refusal: { kind: 'too_large' } })
    expect(await receiveWebhookEvent(new Headers(), null)).toEqual({ ok: false, refusal: { kind: 'wrong_hash' } })
  })

  it('PAY-06 an unknown reference is tried at 1, 5 and 30 minutes, then set aside', async () => {
    const result = await receiveWebhookEvent(
      right(),
      body(JSON.stringify({ event: 'charge.completed', data: { id: 77, tx_ref: 'peach_pass_monthly_1_nobody' } })),
    )
    if (!result.ok) throw new Error('not kept')
    const stateNow = () =>
      fixture.one<{ state: string; attempts: number }>('select state, attempts from webhook_events where id = $1', [
        result.value.webhookEventId,
      ])
    await processWebhookEvent(result.value.webhookEventId)
    for (const [index, minutes] of [1, 5, 30].entries()) {
      expect(await stateNow()).toEqual({ state: 'received', attempts: index + 1 })
      await fixture.advance(minutes * 60 + 1)
      await retryWebhookEvents()
    }
    expect(await stateNow()).toEqual({ state: 'unknown_reference', attempts: 4 })
  })

  it('PAY-06 hundreds of notifications for unknown references and one for ours: ours is granted', async () => {
    const { fan, txRef } = await paidAs('X06')
    await fixture.advance(2)
    await completePurchase({ txRef })
    expect(await hasPass(fan.id)).toBe(true)
    expect(new Set(fixture.state.notices.map((notice) => notice.status))).toEqual(new Set([200]))
  }, 60_000)

  it('PAY-06 a huge body, a broken one, then the real one', async () => {
    const { fan } = await paidAs('W12')
    await fixture.advance(2)
    expect(fixture.state.notices.map((notice) => notice.status).toSorted((a, b) => a - b)).toEqual([200, 200, 413])
    expect(await hasPass(fan.id)).toBe(true)
  })
})

describe('a gateway in trouble', () => {
  it.each(['P35.html', 'P35.truncated', 'P35.reset'])(
    'PAY-07 %s during the check: nothing changes, and the next check settles it',
    async (scenario) => {
      const { fan, txRef } = await started()
      fixture.state.deliver = false
      await fixture.pay(txRef, 'approve')
      // A 502 is retried twice before it counts.
      await fixture.scenario(scenario, { path: '/v3/transactions' }, scenario === 'P35.html' ? 3 : 1)
      expect((await completePurchase({ txRef })).kind).toBe('unavailable')
      expect(await statusOf(txRef)).toBe('awaiting_customer')
      expect(await hasPass(fan.id)).toBe(false)
      await fixture.advance(40)
      await reconcilePayments()
      expect(await hasPass(fan.id)).toBe(true)
    },
  )

  it('PAY-07 the whole API is down for two hours: the money is found afterwards', async () => {
    const { fan, txRef } = await started()
    fixture.state.refuseNotices = true
    await fixture.pay(txRef, 'approve')
    await fixture.scenario('X01')
    await fixture.advance(30 * 60)
    await reconcilePayments()
    expect(await hasPass(fan.id)).toBe(false)
    await fixture.advance(2 * 3_600)
    await reconcilePayments()
    expect(await hasPass(fan.id)).toBe(true)
    expect(await passesOf(fan.id)).toBe(1)
    expect(await holdsPass(fan.id)).not.toBeNull()
  })

  it('PAY-04 a payment that the gateway does not know yet keeps waiting', async () => {
    const { fan, txRef } = await started()
    await fixture.scenario('P26', { tx_ref: txRef })
    fixture.state.deliver = false
    await fixture.pay(txRef, 'approve')
    await completePurchase({ txRef })
    expect(await statusOf(txRef)).toBe('awaiting_customer')
    await fixture.advance(100)
    await reconcilePayments()
    expect(await hasPass(fan.id)).toBe(true)
  })
})
