import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, paymentBody, startHarness } from '#tests/support/simulator-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

test('every call needs the secret key', async () => {
  const none = await harness.call('GET', '/v3/balances', undefined, { authorization: '' })
  const wrong = await harness.call('GET', '/v3/balances', undefined, { authorization: 'Bearer FLWSECK_TEST-other-X' })
  expect([none.status, none.body]).toEqual([401, { status: 'error', message: 'Authorization required', data: null }])
  expect([wrong.status, wrong.body.message]).toEqual([401, 'Invalid authorization key'])
})

test('a payment answers a hosted link and no transaction id', async () => {
  const reply = await harness.call('POST', '/v3/payments', paymentBody(harness.shop, 'link-1'))
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    status: 'success',
    message: 'Hosted Link',
    data: {
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v3\/hosted\/pay\/flwlnk-[0-9a-hjkmnp-tv-z]{26}$/),
    },
  })
})

test.each([
  [{ tx_ref: undefined }, 'tx_ref is required'],
  [{ tx_ref: 'x'.repeat(101) }, 'tx_ref must not be longer than 100 characters'],
  [{ amount: undefined }, 'amount is required'],
  [{ amount: 0 }, 'amount should be greater than 0'],
  [{ amount: 'ten' }, 'amount should be greater than 0'],
  [{ currency: 'shillings' }, 'currency is not supported'],
  [{ redirect_url: 'javascript:alert(1)' }, 'redirect_url must be a valid url'],
  [{ customer: undefined }, 'customer is required'],
  [{ customer: { email: 'nobody' } }, 'customer.email must be a valid email'],
])('a payment with %o is refused with an envelope', async (change, message) => {
  const reply = await harness.call('POST', '/v3/payments', paymentBody(harness.shop, 'refused', change))
  expect([reply.status, reply.body]).toEqual([400, { status: 'error', message, data: null }])
})

test('an untouched link has no transaction', async () => {
  await harness.payment('untouched')
  const reply = await harness.byReference('untouched')
  expect([reply.status, reply.body]).toEqual([
    400,
    { status: 'error', message: 'No transaction was found for this id', data: null },
  ])
})

test('the amount may be a text and the currency is NGN when it is left out', async () => {
  const link = await harness.payment('naira', { amount: '2500.50', currency: undefined, payment_options: 'card' })
  await harness.approve(link)
  expect((await harness.byReference('naira')).body.data).toMatchObject({ amount: 2500.5, currency: 'NGN' })
})

test('verify shows a mobile money payment with every field of the gateway', async () => {
  const link = await harness.payment('momo-1', { meta: { plan: 'monthly' } })
  const id = Number(new URL(await harness.approve(link)).searchParams.get('transaction_id'))
  const reply = await harness.get(`/v3/transactions/${id}/verify`)
  expect(reply.body.message).toBe('Transaction fetched successfully')
  expect(reply.body.data).toEqual({
    id,
    tx_ref: 'momo-1',
    flw_ref: expect.stringMatching(/^flwm3s4m0c\d+$/),
    device_fingerprint: 'N/A',
    amount: 180_000,
    currency: 'UGX',
    charged_amount: 180_000,
    app_fee: 5_400,
    merchant_fee: 0,
    processor_response: 'Approved',
    auth_model: 'MOBILEMONEY',
    ip: '52.209.154.143',
    narration: 'Peach',
    status: 'successful',
    payment_type: 'mobilemoneyug',
    created_at: '2026-11-20T09:00:00.000Z',
    account_id: 17_321,
    meta: { plan: 'monthly', __CheckoutInitAddress: `${harness.simulator.url}/v3/hosted/pay` },
    amount_settled: 174_600,
    customer: {
      id: expect.any(Number),
      name: 'A Fan',
      phone_number: null,
      email: 'fan@example.test',
      created_at: '2026-11-20T09:00:00.000Z',
    },
  })
  expect(id).toBeGreaterThan(4_900_000)
})

test('verify shows a card payment with its card and the fee of cards', async () => {
  const link = await harness.payment('card-1', { payment_options: 'card' })
  await harness.approve(link)
  expect((await harness.byReference('card-1')).body.data).toMatchObject({
    payment_type: 'card',
    auth_model: 'VBVSECURECODE',
    narration: 'CARD Transaction ',
    app_fee: 5_760,
    amount_settled: 174_240,
    flw_ref: expect.stringMatching(/^FLW-MOCK-[0-9a-f]{32}$/),
    card: { first_6digits: '543889', last_4digits: '0229', type: 'MASTERCARD', country: 'NG', expiry: '10/31' },
  })
})

test('the list shows every transaction of a tx_ref, with ids as text', async () => {
  const link = await harness.payment('many')
  await harness.press(link, 'answer', { outcome: 'decline' })
  await harness.approve(link)
  const { body } = await harness.get('/v3/transactions?tx_ref=many&from=2026-11-20&to=2026-11-20&page=1')
  expect(body.meta).toEqual({ page_info: { total: 2, current_page: 1, total_pages: 1 } })
  expect(body.data.map((row: { status: string }) => row.status)).toEqual(['successful', 'failed'])
  expect(body.data[0]).toMatchObject({
    id: expect.any(String),
    account_id: '17321',
    customer_email: 'fan@example.test',
  })
  const later = await harness.get('/v3/transactions?tx_ref=many&from=2026-11-21')
  expect(later.body.data).toEqual([])
})

test('a link can be disabled once', async () => {
  const link = await harness.payment('disable-me')
  const url = `${harness.simulator.url}${link}`
  const first = await harness.call('POST', '/v3/payments/link/disable', { link: url })
  const second = await harness.call('POST', '/v3/payments/link/disable', { link: url })
  expect([first.status, first.body.message]).toEqual([200, 'Payment link has been disabled successfully'])
  expect([second.status, second.body.message]).toEqual([400, 'This payment link is currently inactive'])
  expect((await harness.open(link)).text).toContain('no longer active')
})

test('fees are quoted', async () => {
  const collection = await harness.get('/v3/transactions/fee?amount=10000&currency=UGX&payment_type=mobilemoney')
  expect(collection.body).toMatchObject({
    message: 'Charged fee',
    data: { charge_amount: 10_000, fee: 300, currency: 'UGX' },
  })
  const payout = await harness.get('/v3/transfers/fee?amount=144000&currency=UGX&type=mobilemoney')
  expect(payout.body.data).toEqual([{ currency: 'UGX', fee_type: 'value', fee: 1_728 }])
})

test('collected money is available a day later', async () => {
  const before = (await harness.get('/v3/balances/UGX')).body.data
  await harness.approve(await harness.payment('settle', { amount: 10_000 }))
  const after = (await harness.get('/v3/balances/UGX')).body.data
  expect(after).toEqual({ ...before, ledger_balance: before.ledger_balance + 9_700 })
  await harness.advance(86_400_000)
  const settled = (await harness.get('/v3/balances')).body.data[0]
  expect(settled).toMatchObject({ currency: 'UGX', ledger_balance: 0 })
  expect((await harness.get('/v3/settlements')).body.data[0]).toMatchObject({
    currency: 'UGX',
    net_amount: expect.any(Number),
  })
})

test('garbage is answered, never with a 5xx', async () => {
  const garbage: [string, string, string?][] = [
    ['POST', '/v3/payments', '{"tx_ref":'],
    ['POST', '/v3/payments', '[]'],
    ['POST', '/v3/payments', 'null'],
    ['POST', '/v3/payments', JSON.stringify({ tx_ref: {}, amount: {}, customer: [] })],
    ['POST', '/v3/payments/link/disable', '7'],
    ['POST', '/v3/transactions/abc/refund', '{}'],
    ['POST', '/v3/transfers', '"x"'],
    ['GET', '/v3/transactions/%00/verify'],
    ['GET', '/v3/transactions?page=-1&from=never&to=soon'],
    ['GET', '/v3/nowhere'],
    ['POST', '/v3/hosted/pay/flwlnk-00000000000000000000000000/answer', 'outcome=approve'],
    ['POST', '/control/scenario', '{"scenario":"P99"}'],
    ['POST', '/control/scenario', 'nonsense'],
    ['POST', '/control/pay', '{"tx_ref":"none","outcome":"approve"}'],
    ['POST', '/control/pay', '{"tx_ref":"none","outcome":"explode"}'],
    ['POST', '/control/resend-webhook', '{}'],
    ['GET', '/control/nowhere'],
    ['PUT', '/v3/chargebacks/1', '{"action":"shrug"}'],
  ]
  for (const [method, path, body] of garbage) {
    const reply = await harness.call(method, path, body)
    expect(reply.status, `${method} ${path}`).toBeLessThan(500)
  }
})

test('a body above the limit is refused and the server goes on', async () => {
  const reply = await harness.call(
    'POST',
    '/v3/payments',
    paymentBody(harness.shop, 'huge', { meta: { text: 'x'.repeat(400_000) } }),
  )
  expect(reply.status).toBe(413)
  expect((await harness.get('/v3/balances')).status).toBe(200)
})
