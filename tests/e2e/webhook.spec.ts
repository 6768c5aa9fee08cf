import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import type pg from 'pg'
import type { Product } from '../support/product.ts'
import { openOwner, startOwnProduct } from '../support/fixture.ts'
import { advance, checkoutsOf, postForm } from './payment-steps.ts'
import { newAddress } from './people.ts'

// Every row is counted, so no one else may pay on this server meanwhile.
let shop: Product
let owner: pg.Client
let hash: string
let txRef: string

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(180_000)
  shop = await startOwnProduct()
  owner = await openOwner(shop.dataDir)
  hash = readFileSync(join(shop.dataDir, 'gateway-webhook-hash'), 'utf8').trim()
  // A pending payment: what the events below claim about it is not true.
  const browser = await playwright.request.newContext()
  txRef = await startPayment(browser)
  await browser.dispose()
})
test.afterAll(async () => {
  await owner?.end()
  await shop?.remove()
})

async function startPayment(browser: APIRequestContext): Promise<string> {
  const email = newAddress('waiting')
  const page = await (await browser.get(`${shop.url}/subscribe?currency=UGX&pay=monthly`)).text()
  const attempt = /name="attempt" value="([^"]+)"/.exec(page)![1]!
  const form = {
    attempt,
    shown: '',
    name: 'A Visitor',
    email,
    method: 'mobile_money',
    phone: '772 123 456',
    network: 'MTN',
  }
  expect((await postForm(browser, shop, '/subscribe?currency=UGX&pay=monthly', form)).status()).toBe(303)
  return (await checkoutsOf(shop, email))[0]!.tx_ref
}

async function notify(
  request: APIRequestContext,
  body: string | Buffer,
  headers: Record<string, string> = { 'verif-hash': hash },
): Promise<number> {
  // As bytes: Playwright would encode a string as JSON.
  const data = typeof body === 'string' ? Buffer.from(body) : body
  const answer = await request.post(`${shop.url}/webhooks/flutterwave`, {
    data,
    headers: { 'content-type': 'application/json', ...headers },
    maxRedirects: 0,
  })
  return answer.status()
}

function success(change: object = {}): string {
  return JSON.stringify({
    event: 'charge.completed',
    'event.type': 'MOBILEMONEYUG_TRANSACTION',
    data: {
      id: 285_959_875,
      tx_ref: txRef,
      status: 'successful',
      amount: 180_000,
      charged_amount: 180_000,
      currency: 'UGX',
      account_id: 17_321,
      ...change,
    },
  })
}

// Scheduled tasks share the passes of the demo data meanwhile; an event could only cause entries of payments.
const OF_PAYMENTS = `e.cause_kind in ('transaction', 'purchase', 'refund')`

/** All money and access that an event could change. */
async function books(): Promise<unknown> {
  const { rows } = await owner.query(`
    select (select count(*) from journal_entries e where ${OF_PAYMENTS}) as entries,
      (select count(*) from postings p join journal_entries e on e.id = p.entry_id where ${OF_PAYMENTS}) as postings,
      (select coalesce(sum(abs(p.amount_minor)), 0) from postings p join journal_entries e on e.id = p.entry_id where ${OF_PAYMENTS}) as volume, (select count(*) from subscriptions) as passes,
      (select count(*) from unlocks) as unlocks, (select count(*) from user_access) as grants, (select count(*) from refunds) as refunds,
      (select count(*) from gateway_charges) as charges, (select count(*) from transactions where status = 'succeeded') as succeeded,
      (select count(*) from profiles) as accounts`)
  return rows[0]
}

async function eventsOf(body: string): Promise<{ state: string; copies: number }[]> {
  return (await owner.query('select state, copies from webhook_events where body = $1', [body])).rows
}

test('PAY-06 an event without our hash gets 401 and is not stored', async ({ request }) => {
  const before = await books()
  const kept = async () =>
    (await owner.query('select count(*)::int as events from webhook_events')).rows[0].events as number
  const events = await kept()
  const wrong: Record<string, string>[] = [
    {},
    { 'verif-hash': '' },
    { 'verif-hash': 'wrong' },
    { 'verif-hash': `${hash}x` },
    { 'verif-hash': hash.slice(0, -1) },
    { 'verif-hash': hash.toUpperCase() },
    { 'verif-hash': 'undefined' },
    { authorization: `Bearer ${hash}` },
    { 'flutterwave-signature': hash },
    { 'flutterwave-signature': '' },
  ]
  for (const headers of wrong) {
    for (const body of [success(), 'garbage', '', 'x'.repeat(1_000_000)]) {
      expect(await notify(request, body, headers), `${Object.keys(headers).join(' ')} ${body.slice(0, 10)}`).toBe(401)
    }
  }
  expect(await kept()).toBe(events)
  expect(await books()).toEqual(before)
})

test('PAY-06 garbage with the right hash is stored and gets 200; a too long body gets 413; none of it changes the books', async ({
  request,
}) => {
  const before = await books()
  const garbage: (string | Buffer)[] = [
    '',
    'garbage',
    '{',
    '{}',
    '[]',
    '[[[[[[',
    'null',
    '42',
    '"text"',
    '{"event":null,"data":null}',
    '{"event":{"a":1},"data":[]}',
    '{"event":"charge.completed","data":{"id":{},"tx_ref":[]}}',
    `{"event":"charge.completed","data":{"id":${'9'.repeat(400)},"tx_ref":"${'x'.repeat(5_000)}"}}`,
    '{"__proto__":{"polluted":true},"event":"charge.completed"}',
    '{"event":"refund.completed","data":{"id":1}}',
    '{"event":"transfer.completed","data":{"id":1,"reference":"po_1"}}',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    '{"event":"charge.completed\u0000","data":{"tx_ref":"a\u0000b"}}',
    Buffer.from([0xff, 0xfe, 0x00, 0x01, 0x80]),
  ]
  for (const body of garbage) expect(await notify(request, body), String(body).slice(0, 60)).toBe(200)
  expect(await notify(request, 'garbage', { 'verif-hash': hash, 'content-type': 'text/plain' })).toBe(200)
  expect(await eventsOf('garbage')).toEqual([{ state: 'unreadable', copies: 2 }])
  for (const body of ['x'.repeat(1_000_000), success({ padding: 'x'.repeat(1_000_000) })])
    expect(await notify(request, body)).toBe(413)
  for (const method of ['get', 'put', 'delete', 'patch'] as const) {
    const answer = await request[method](`${shop.url}/webhooks/flutterwave`, {
      headers: { 'verif-hash': hash },
      maxRedirects: 0,
    })
    expect(answer.status(), method).toBe(405)
  }
  await advance(shop, 'PT2M')
  expect(await books()).toEqual(before)
  expect((await request.get(`${shop.url}/readyz`)).status()).toBe(200)
})

test('PAY-06 an event with an unknown reference is retried, then set aside', async ({ request }) => {
  const before = await books()
  const bodies = [
    'peach_pass_monthly_1790000000000_00000000000000000000000000000000',
    'somebody-elses-order',
    "' or 1=1 --",
  ].map((reference) => success({ tx_ref: reference }))
  for (const body of bodies) expect(await notify(request, body)).toBe(200)
  for (const wait of ['PT1M', 'PT5M', 'PT30M', 'PT1H']) await advance(shop, wait)
  for (const body of bodies) expect(await eventsOf(body)).toEqual([{ state: 'unknown_reference', copies: 1 }])
  expect(await books()).toEqual(before)
})

test('PAY-06 a false event about a real payment is stored and grants nothing, however often it comes', async ({
  request,
}) => {
  const before = await books()
  const lies = [
    success(),
    success({ id: 1 }),
    success({ amount: 999_999_999, currency: 'USD' }),
    success({ id: null }),
    JSON.stringify({ txRef: txRef, status: 'successful', amount: 180_000, currency: 'UGX', id: 77 }),
  ]
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(lies.map((body) => notify(request, body)))
    expect(answers).toEqual(lies.map(() => 200))
  }
  for (const body of lies) expect(await eventsOf(body)).toMatchObject([{ copies: 5 }])
  await advance(shop, 'PT2M')
  expect(await books()).toEqual(before)
  const { rows } = await owner.query('select status from transactions where flutterwave_tx_ref = $1', [txRef])
  expect(rows[0].status).not.toBe('succeeded')
})
