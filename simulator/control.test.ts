// The control addresses, how a scenario is chosen, and the retries of webhooks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { control } from './control.ts'
import { HASH, type Harness, startHarness } from '#tests/support/simulator-harness.ts'

const MINUTE = 60_000

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const scenarioOf = async (txRef: string) => (await harness.state(txRef)).transactions.at(-1)?.scenario

async function payAndAsk(txRef: string, overrides: Record<string, unknown> = {}, pay: Record<string, unknown> = {}) {
  await harness.payment(txRef, overrides)
  const reply = await harness.control('pay', { tx_ref: txRef, outcome: 'approve', ...pay })
  expect(reply.status).toBe(200)
  return reply.body.scenario
}

test('pay acts as the person and returns the transaction and where the page leads', async () => {
  await harness.payment('pay')
  const reply = await harness.control('pay', { tx_ref: 'pay', outcome: 'approve' })
  expect(reply.body).toMatchObject({
    transaction: { tx_ref: 'pay', status: 'successful', amount: 180_000 },
    scenario: null,
    redirect_to: expect.stringContaining('status=successful'),
    state: 'paid',
  })
  expect(harness.about('pay')[0]).toMatchObject({
    hash: HASH,
    body: { event: 'charge.completed', data: { tx_ref: 'pay' } },
  })
  const again = await harness.control('pay', { tx_ref: 'pay', outcome: 'approve' })
  expect([again.status, again.body.state, again.body.transaction.status]).toEqual([409, 'paid', 'successful'])
})

test.each([
  ['decline', 'failed', 'Transaction was declined by user'],
  ['wrong_pin', 'failed', 'Incorrect PIN'],
  ['timeout', 'pending', 'Pending'],
])('pay with %s leaves the transaction %s', async (outcome, status, text) => {
  await harness.payment(`pay-${outcome}`)
  const { body } = await harness.control('pay', { tx_ref: `pay-${outcome}`, outcome })
  expect(body).toMatchObject({ transaction: { status, processor_response: text }, state: 'open' })
})

test('pay uses the newest link of a tx_ref', async () => {
  await harness.payment('two-links', { amount: 1_000 })
  await harness.payment('two-links', { amount: 2_000 })
  expect((await harness.control('pay', { tx_ref: 'two-links', outcome: 'approve' })).body.transaction.amount).toBe(
    2_000,
  )
})

test('a queued scenario is used once, for what it matches', async () => {
  await harness.control('scenario', { scenario: 'P04', match: { email: 'fan@example.test', tx_ref: 'once' } })
  expect(await payAndAsk('other')).toBeNull()
  expect(await payAndAsk('once')).toBe('P04')
  expect((await harness.control('pay', { tx_ref: 'once', outcome: 'approve' })).body.scenario).toBeNull()
})

test('a queued scenario may be meant for a link that is already open', async () => {
  await harness.payment('open-link')
  await harness.control('scenario', { scenario: 'P22', match: { path: '/v3/payments', tx_ref: 'open-link' } })
  const { body } = await harness.control('pay', { tx_ref: 'open-link', outcome: 'approve' })
  expect(body.transaction.amount).toBe(1_000)
})

test('times sets how often a scenario is used', async () => {
  await harness.control('scenario', { scenario: 'P08', times: 2 })
  expect([await payAndAsk('t1'), await payAndAsk('t2'), await payAndAsk('t3')]).toEqual(['P08', 'P08', null])
})

test('every selector works, the stronger one wins', async () => {
  const mail = (id: string) => ({
    customer: { email: `fan+flw.${id}@example.test`, name: 'Fan', phonenumber: '0770000904' },
  })
  await harness.control('scenario', { scenario: 'P25', global: true })
  expect(await payAndAsk('global')).toBe('P25')
  expect(await payAndAsk('by-card', {}, { card: '5143010522339965' })).toBe('P37.declined')
  expect(await payAndAsk('by-phone', {}, { phone: '0700000908' })).toBe('P08')
  expect(await payAndAsk('by-phone-2', {}, { phone: '+256 770 000908' })).toBe('P08')
  expect(await payAndAsk('by-official-phone', {}, { phone: '256121212121' })).toBe('P10')
  expect(await payAndAsk('by-mail', mail('P07'))).toBe('P07')
  expect(await payAndAsk('by-suffix__P05', mail('P07'))).toBe('P05')
  expect(await payAndAsk('by-meta__P05', { ...mail('P07'), meta: { sim_scenario: 'P09' } })).toBe('P09')
  await harness.control('scenario', { scenario: 'P10', match: { tx_ref: 'by-queue__P05' } })
  expect(await payAndAsk('by-queue__P05', mail('P07'))).toBe('P10')
  await harness.control('scenario', { scenario: null, global: true })
  expect(await payAndAsk('no-global')).toBeNull()
})

test('a fault chosen by e-mail breaks the first call only', async () => {
  const customer = { email: 'fan+flw.P35.html@example.test', name: 'Fan' }
  await expect(harness.payment('mail-fault', { customer })).rejects.toThrow('502')
  expect(await harness.payment('mail-fault', { customer })).toMatch(/flwlnk/)
})

test('times 0 removes a scenario', async () => {
  await harness.control('scenario', { scenario: 'P04', times: 5 })
  expect((await harness.control('scenario', { scenario: 'P04', times: 0 })).body.applied).toBe('removed')
  expect(await payAndAsk('taken-back')).toBeNull()
})

test.each([
  ['scenario', {}],
  ['scenario', { scenario: 'Z99' }],
  ['scenario', { scenario: 'P35.nothing' }],
  ['scenario', { scenario: 'P04', surprise: 1 }],
  ['scenario', { scenario: 'P04', match: { phone: '1' } }],
  ['scenario', { scenario: 'P04', times: -1 }],
  ['pay', { tx_ref: 'x' }],
  ['pay', { tx_ref: 'x', outcome: 'maybe' }],
  ['resend-webhook', { ref: 'x' }],
])('the control address %s refuses %o with 400', async (address, body) => {
  const reply = await harness.control(address, body)
  expect([reply.status, typeof reply.body.error]).toEqual([400, 'string'])
})

test('only this machine and its own page may use the controls', async () => {
  const body = { scenario: 'P04' }
  expect((await harness.call('POST', '/control/scenario', body, { origin: 'https://evil.example' })).status).toBe(403)
  const call = {
    method: 'GET',
    path: '/control',
    query: new URLSearchParams(),
    headers: {},
    origin: 'http://localhost',
    body: '',
  }
  // The address is checked before anything else, so no world is needed.
  expect((await control({} as never, call, '192.168.1.20')).status).toBe(403)
})

test('the page for people lists checkouts and sets the default scenario', async () => {
  await harness.payment('listed')
  const { text } = await harness.open('/control')
  expect(text).toContain('/control/state?tx_ref=listed')
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: harness.simulator.url }
  expect((await harness.call('POST', '/control/default', 'scenario=P03', form)).status).toBe(303)
  expect((await harness.state('listed')).default_scenario).toBe('P03')
  await harness.call('POST', '/control/default', 'scenario=', form)
  expect((await harness.state('listed')).default_scenario).toBeNull()
})

test('the state of a payment contains its links, transactions, webhooks and timers', async () => {
  await harness.payment('notified')
  await harness.control('pay', { tx_ref: 'notified', outcome: 'timeout' })
  const state = await harness.state('notified')
  expect(state.links).toMatchObject([{ tx_ref: 'notified', state: 'open', amount: 180_000 }])
  expect(state.transactions).toMatchObject([{ status: 'pending', scenario: 'P06' }])
  expect(state.timers).toMatchObject([{ kind: 'finish-transaction', due_at: '2026-11-20T09:10:00.000Z' }])
  expect(state.webhooks).toEqual([])
})

test.each([500, 302, 204])('an answer of %i is retried three times, half an hour apart', async (status) => {
  const txRef = `retry-${status}`
  harness.shop.status = status
  await harness.approve(await harness.payment(txRef))
  await harness.simulator.settled()
  const counts = [harness.about(txRef).length]
  for (let tries = 0; tries < 4; tries += 1) {
    await harness.advance(29 * MINUTE)
    counts.push(harness.about(txRef).length)
    await harness.advance(MINUTE)
    counts.push(harness.about(txRef).length)
  }
  harness.shop.status = 200
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 4])
  expect(new Set(harness.about(txRef).map((webhook) => webhook.text)).size).toBe(1)
  const [webhook] = (await harness.state(txRef)).webhooks
  expect([webhook.state, webhook.answers.length]).toEqual(['given-up', 4])
})

test('a clock that jumps runs every retry in between', async () => {
  harness.shop.status = 503
  await harness.approve(await harness.payment('jump'))
  await harness.simulator.settled()
  await harness.advance(120 * MINUTE)
  harness.shop.status = 200
  expect(harness.about('jump')).toHaveLength(4)
})

test('settle answers after everything due has been sent', async () => {
  await harness.payment('settle')
  await harness.control('scenario', { scenario: 'P12', match: { tx_ref: 'settle' } })
  await harness.control('pay', { tx_ref: 'settle', outcome: 'approve' })
  harness.clock.advance(40_000)
  expect((await harness.control('settle', {})).body.ok).toBe(true)
  expect(harness.about('settle')).toHaveLength(1)
})

test('a webhook is resent by hand', async () => {
  await harness.approve(await harness.payment('resend'))
  await harness.simulator.settled()
  const reply = await harness.control('resend-webhook', { tx_ref: 'resend' })
  expect(reply.body).toMatchObject({ ok: true, state: 'delivered', answers: [{ status: 200 }] })
  expect(harness.about('resend')).toHaveLength(2)
})

test('webhook shapes can be mixed and failure webhooks can be left out', async () => {
  const mixed = await startHarness({ webhookShape: 'mixed', failedWebhooks: false })
  for (const txRef of ['m1', 'm2']) await mixed.approve(await mixed.payment(txRef))
  await mixed.press(await mixed.payment('m3'), 'answer', { outcome: 'decline' })
  await mixed.simulator.settled()
  const bodies = mixed.shop.received.map((webhook) => webhook.body)
  expect(bodies.map((body) => ('txRef' in body ? 'flat' : 'envelope')).sort()).toEqual(['envelope', 'flat'])
  await mixed.close()
})

test('reset removes everything but continues the ids', async () => {
  const first = await harness.approve(await harness.payment('before-reset'))
  expect((await harness.control('reset', {})).body).toEqual({ ok: true })
  expect(await scenarioOf('before-reset')).toBeUndefined()
  expect(await harness.status('before-reset')).toBe('No transaction was found for this id')
  const second = await harness.approve(await harness.payment('after-reset'))
  const id = (location: string) => Number(new URL(location).searchParams.get('transaction_id'))
  expect(id(second)).toBeGreaterThan(id(first))
})
