import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCENARIOS } from './scenarios.ts'
import { type Harness, startHarness } from '#tests/support/simulator-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

function back(location: string): Record<string, string> {
  expect(location.startsWith(`${harness.shop.url}/payment-callback?`)).toBe(true)
  return Object.fromEntries(new URL(location).searchParams)
}

test('the first screen has the four answers, a way out and every scenario', async () => {
  const { text, status, headers } = await harness.open(await harness.payment('screen'))
  expect(status).toBe(200)
  for (const name of ['Approve', 'Decline', 'Wrong PIN', 'Let it time out', 'Cancel']) {
    expect(text.split(`>${name}</button>`)).toHaveLength(2)
  }
  for (const scenario of SCENARIOS) expect(text).toContain(`value="${scenario.id}"`)
  expect(text).toContain('TEST — no real money')
  expect(text).toContain('UGX\u00A0180,000')
  expect(text).toContain('fan@example.test')
  expect(text).not.toMatch(/<script|style=/)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('Approve pays with one click and leads back as successful', async () => {
  const location = await harness.approve(await harness.payment('one-click'))
  const { data } = (await harness.byReference('one-click')).body
  expect(back(location)).toEqual({ status: 'successful', tx_ref: 'one-click', transaction_id: String(data.id) })
  expect(data.status).toBe('successful')
})

test.each([
  ['decline', 'failed', 'Transaction was declined by user'],
  ['wrong_pin', 'failed', 'Incorrect PIN'],
  ['timeout', 'pending', 'Pending'],
])('the answer %s leaves the transaction %s and leads back as failed', async (outcome, status, text) => {
  const link = await harness.payment(`answer-${outcome}`)
  expect(back(await harness.press(link, 'answer', { outcome }))).toEqual({
    status: 'failed',
    tx_ref: `answer-${outcome}`,
  })
  expect((await harness.byReference(`answer-${outcome}`)).body.data).toMatchObject({ status, processor_response: text })
})

test('an unanswered prompt times out after ten minutes', async () => {
  await harness.press(await harness.payment('ignored'), 'answer', { outcome: 'timeout' })
  await harness.advance(599_000)
  expect(await harness.status('ignored')).toBe('pending')
  await harness.advance(1_000)
  expect((await harness.byReference('ignored')).body.data).toMatchObject({
    status: 'failed',
    processor_response: 'Activity timed out',
  })
})

test('a double click on Approve is one payment, a second tab is a second payment', async () => {
  const link = await harness.payment('clicks')
  const tabs = [await harness.open(link), await harness.open(link)] as const
  const first = await harness.press(link, 'answer', { outcome: 'approve' }, tabs[0])
  const again = await harness.press(link, 'answer', { outcome: 'approve' }, tabs[0])
  expect(again).toBe(first)
  expect((await harness.state('clicks')).transactions).toHaveLength(1)
  await harness.press(link, 'answer', { outcome: 'approve' }, tabs[1])
  expect((await harness.state('clicks')).transactions).toHaveLength(2)
  expect((await harness.open(link)).text).toContain('has been paid')
})

test('mobile money goes through number, code and handset', async () => {
  const link = await harness.payment('steps')
  const otp = await harness.press(link, 'momo', { phone: '0770 123 456', network: 'MTN' })
  expect(otp).toContain('step=otp')
  const wrong = await harness.press(otp, 'otp', { code: '5548' })
  expect((await harness.open(wrong)).text).toContain('not accepted')
  const handset = await harness.press(otp, 'otp', { code: '123456' })
  expect(await harness.status('steps')).toBe('pending')
  const shown = await harness.open(handset)
  expect(shown.text).toContain('Check your phone')
  expect(back(await harness.press(handset, 'answer', { outcome: 'approve' }, shown)).status).toBe('successful')
  expect((await harness.state('steps')).transactions).toHaveLength(1)
  expect((await harness.byReference('steps')).body.data.customer.phone_number).toBe('0770123456')
})

test('three wrong codes fail the attempt, another try is allowed', async () => {
  const link = await harness.payment('codes')
  const otp = await harness.press(link, 'momo', { phone: '256770123456', network: 'MTN' })
  for (let tries = 0; tries < 3; tries += 1) await harness.press(otp, 'otp', { code: '000000' })
  expect((await harness.open(link)).text).toContain('Payment failed: Incorrect PIN')
  expect(back(await harness.approve(link)).status).toBe('successful')
})

test('an invalid number keeps what was typed', async () => {
  const link = await harness.payment('typo')
  const reply = await harness.call('POST', `${link}/momo`, 'phone=12&network=AIRTEL', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(reply.status).toBe(422)
  expect(reply.text).toMatch(/value="12"/)
  expect(reply.text).toContain('<option selected>AIRTEL')
})

test('a number of the other network fails with its text', async () => {
  const link = await harness.payment('network')
  const otp = await harness.press(link, 'momo', { phone: '0750123456', network: 'MTN' })
  await harness.press(await harness.press(otp, 'otp', { code: '123456' }), 'answer', { outcome: 'approve' })
  expect((await harness.byReference('network')).body.data.processor_response).toBe('Unauthorized network Number')
})

test('cards go through PIN and code, 3-D Secure, or neither', async () => {
  const pin = await harness.payment('card-pin', { payment_options: 'card' })
  const pinStep = await harness.press(pin, 'card', { number: '5531 8866 5214 2950' })
  const otpStep = await harness.press(pinStep, 'pin', { code: '3310' })
  expect(back(await harness.press(otpStep, 'otp', { code: '12345' })).status).toBe('successful')
  expect((await harness.byReference('card-pin')).body.data.auth_model).toBe('PIN')
  const secure = await harness.payment('card-3ds', { payment_options: 'card' })
  const bank = await harness.press(secure, 'card', { number: '4187427415564246' })
  expect((await harness.open(bank)).text).toContain('Confirm with your bank')
  expect(back(await harness.press(bank, 'answer', { outcome: 'approve' })).status).toBe('successful')
  const plain = await harness.payment('card-none', { payment_options: 'card' })
  expect(back(await harness.press(plain, 'card', { number: '5061460166976054667' })).status).toBe('successful')
})

test.each([
  ['5258585922666506', 'Insufficient Funds'],
  ['5143010522339965', 'Do Not Honour'],
  ['5590131743294314', 'Transaction flagged as fraudulent'],
  ['5551651630381384', 'Restricted Card, Retain Card'],
  ['5399834697894723', 'Incorrect PIN'],
])('card %s is refused with %s and the page stays open', async (number, text) => {
  const txRef = `card-${number}`
  const link = await harness.payment(txRef, { payment_options: 'card' })
  expect(await harness.press(link, 'card', { number })).toBe(link)
  expect((await harness.open(link)).text).toContain(`Payment failed: ${text}`)
  expect((await harness.byReference(txRef)).body.data).toMatchObject({
    status: 'failed',
    processor_response: text,
    amount_settled: 0,
  })
  expect(back(await harness.press(link, 'leave', { how: 'return' })).status).toBe('failed')
})

test('an unknown card is never accepted', async () => {
  const link = await harness.payment('own-card', { payment_options: 'card' })
  const reply = await harness.call('POST', `${link}/card`, 'number=4111111111111111', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect([reply.status, reply.text.includes('4111')]).toEqual([422, false])
})

test('too many failed attempts end the session', async () => {
  const link = await harness.payment('attempts', { configurations: { max_retry_attempt: 2 } })
  await harness.press(link, 'answer', { outcome: 'decline' })
  await harness.press(link, 'answer', { outcome: 'decline' })
  const reply = await harness.open(link)
  expect(back(reply.headers.get('location') ?? '')).toEqual({ status: 'failed', tx_ref: 'attempts' })
})

test('a session ends after its time', async () => {
  const link = await harness.payment('session', { configurations: { session_duration: 5 } })
  await harness.advance(5 * 60_000)
  expect(back((await harness.open(link)).headers.get('location') ?? '').status).toBe('failed')
})

test('parameters are appended to those the address already has', async () => {
  const link = await harness.payment('own-query', {
    redirect_url: `${harness.shop.url}/payment-callback?status=mine#part`,
  })
  expect(await harness.approve(link)).toMatch(
    /\?status=mine&status=successful&tx_ref=own-query&transaction_id=\d+#part$/,
  )
})

test('text of the shop is shown as text', async () => {
  const link = await harness.payment('escape', { customizations: { title: '<b>"x"</b>' } })
  expect((await harness.open(link)).text).toContain('&lt;b&gt;&quot;x&quot;&lt;/b&gt;')
})
