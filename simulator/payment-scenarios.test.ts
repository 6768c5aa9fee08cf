// Every payment scenario, played by its button in the drawer or by the control address, with its visible effect.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCENARIOS } from './scenarios.ts'
import { type Harness, paymentBody, startHarness } from '#tests/support/simulator-harness.ts'

const MINUTE = 60_000

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** Makes a checkout and presses the scenario's button; answers where the page leads. */
async function play(id: string, txRef: string, overrides: Record<string, unknown> = {}): Promise<string> {
  const location = await harness.press(await harness.payment(txRef, overrides), 'scenario', { scenario: id })
  await harness.simulator.settled()
  return location
}

const view = async (txRef: string) => (await harness.byReference(txRef)).body.data
const word = (location: string) => new URL(location, 'http://page').searchParams.get('status')
const announced = (txRef: string) => harness.about(txRef).map((webhook) => webhook.body.data.status)

async function failsWith(id: string, text: string): Promise<void> {
  const link = await play(id, id)
  expect(link).toMatch(/flwlnk-[a-z0-9]{26}$/)
  expect(await view(id)).toMatchObject({ status: 'failed', processor_response: text })
  expect((await harness.open(link)).text).toContain(`Payment failed: ${text}`)
  expect(announced(id)).toEqual(['failed'])
}

/** Creates a payment while a fault is set for it. */
async function createUnder(scenario: string, txRef: string) {
  await harness.control('scenario', { scenario, match: { tx_ref: txRef } })
  return harness.call('POST', '/v3/payments', paymentBody(harness.shop, txRef))
}

const checks: Record<string, () => Promise<void>> = {
  P01: async () => {
    const waiting = await play('P01', 'P01')
    expect(waiting).toContain('step=waiting')
    expect([await harness.status('P01'), announced('P01')]).toEqual(['pending', []])
    expect((await harness.open(waiting)).text).toContain('http-equiv="refresh"')
    await harness.advance(8_000)
    expect(announced('P01')).toEqual(['successful'])
    expect(word((await harness.open(waiting)).headers.get('location') ?? '')).toBe('successful')
  },
  P02: async () => {
    expect(word(await play('P02', 'P02', { payment_options: 'card' }))).toBe('successful')
    expect(await view('P02')).toMatchObject({ status: 'successful', payment_type: 'card' })
  },
  P03: async () => {
    const waiting = await play('P03', 'P03')
    await harness.advance(8_000)
    expect(word((await harness.open(waiting)).headers.get('location') ?? '')).toBe('completed')
  },
  P04: () => failsWith('P04', 'Insufficient Funds'),
  P05: () => failsWith('P05', 'Transaction was declined by user'),
  P06: async () => {
    await play('P06', 'P06')
    expect(await harness.status('P06')).toBe('pending')
    await harness.advance(10 * MINUTE)
    expect(await view('P06')).toMatchObject({ status: 'failed', processor_response: 'Activity timed out' })
  },
  P07: () => failsWith('P07', 'Incorrect PIN'),
  P08: () => failsWith('P08', 'You have exceeded your daily limit for this product'),
  P09: () => failsWith('P09', 'Unauthorized network Number'),
  P10: () => failsWith('P10', 'Mocked a Failed Transaction'),
  P11: async () => {
    expect(word(await play('P11', 'P11'))).toBe('cancelled')
    expect(await harness.status('P11')).toBe('No transaction was found for this id')
  },
  P12: async () => {
    expect(word(await play('P12', 'P12'))).toBe('cancelled')
    expect(await harness.status('P12')).toBe('pending')
    await harness.advance(40_000)
    expect(announced('P12')).toEqual(['successful'])
  },
  P13: async () => {
    expect(await play('P13', 'P13')).toContain('step=closed')
    expect(announced('P13')).toEqual(['successful'])
  },
  P14: async () => {
    expect(await play('P14', 'P14')).toContain('step=closed')
    expect([await harness.status('P14'), announced('P14')]).toEqual(['successful', []])
  },
  P15: async () => {
    expect(word(await play('P15', 'P15'))).toBe('successful')
    expect(await harness.status('P15')).toBe('pending')
    await harness.advance(20 * MINUTE)
    expect(await harness.status('P15')).toBe('successful')
  },
  P16: async () => {
    expect(word(await play('P16', 'P16'))).toBe('successful')
    expect(await harness.status('P16')).toBe('failed')
  },
  P17: async () => {
    await play('P17', 'P17')
    await harness.advance(6 * 60 * MINUTE - 1_000)
    expect(await harness.status('P17')).toBe('pending')
    await harness.advance(1_000)
    expect(await harness.status('P17')).toBe('successful')
  },
  P18: async () => {
    await play('P18', 'P18')
    await harness.advance(7 * 24 * 60 * MINUTE)
    expect([await harness.status('P18'), announced('P18')]).toEqual(['pending', []])
  },
  P19: async () => {
    await play('P19', 'P19')
    await harness.advance(5_000)
    expect(announced('P19')).toEqual(['successful', 'failed'])
    expect(await harness.status('P19')).toBe('successful')
  },
  P20: async () => {
    await play('P20', 'P20')
    const { data } = (await harness.get('/v3/transactions?tx_ref=P20')).body
    expect(data.map((row: { status: string }) => row.status)).toEqual(['successful', 'successful'])
    expect(data[0].id).not.toBe(data[1].id)
  },
  P21: async () => {
    const link = await play('P21', 'P21')
    const disabled = await harness.call('POST', '/v3/payments/link/disable', {
      link: `${harness.simulator.url}${link}`,
    })
    expect(disabled.body.status).toBe('success')
    expect(word(await harness.approve(link))).toBe('successful')
  },
  P22: async () => {
    await play('P22', 'P22')
    expect(await view('P22')).toMatchObject({ status: 'successful', amount: 1_000 })
  },
  P23: async () => {
    await play('P23', 'P23')
    expect(await view('P23')).toMatchObject({ status: 'successful', amount: 181_000 })
  },
  P24: async () => {
    await play('P24', 'P24')
    expect(await view('P24')).toMatchObject({ status: 'successful', amount: 180_000, currency: 'NGN' })
  },
  P25: async () => {
    await play('P25', 'P25')
    expect(await view('P25')).toMatchObject({ amount: 180_000, charged_amount: 185_400, amount_settled: 180_000 })
  },
  P26: async () => {
    const id = new URL(await play('P26', 'P26')).searchParams.get('transaction_id')
    expect((await harness.get(`/v3/transactions/${id}/verify`)).body.message).toBe(
      'No transaction was found for this id',
    )
    await harness.advance(90_000)
    expect(await harness.status('P26')).toBe('successful')
  },
  P27: async () => {
    expect(word(await play('P27', 'P27'))).toBe('successful')
    expect(await harness.status('P27')).toBe('success-pending-validation')
  },
  P28: async () => {
    await play('P28', 'P28')
    expect((await view('P28')).tx_ref).toMatch(/^other-/)
  },
  P29: async () => {
    expect(word(await play('P29', 'P29'))).toBe('failed')
    expect(await harness.status('P29')).toBe('No transaction was found for this id')
  },
  P30: async () => {
    expect((await harness.open(await play('P30', 'P30'))).text).toContain('no longer active')
  },
  P31: async () => {
    await harness.control('scenario', { scenario: 'P31', match: { tx_ref: 'P31' } })
    const slow = harness.call('POST', '/v3/payments', paymentBody(harness.shop, 'P31'))
    await expect.poll(async () => (await harness.state('P31')).links.length).toBe(1)
    await harness.advance(28_000)
    expect(await slow).toMatchObject({
      status: 503,
      body: { message: 'An error occurred. Please contact support', data: null },
    })
    expect((await harness.call('POST', '/v3/payments', paymentBody(harness.shop, 'P31'))).status).toBe(200)
  },
  P32: async () => {
    const reply = await createUnder('P32', 'P32')
    expect(reply).toMatchObject({ status: 400, body: { status: 'error' } })
    expect((await harness.state('P32')).links).toEqual([])
  },
  P33: async () => {
    expect(await createUnder('P33', 'P33')).toMatchObject({
      status: 401,
      body: { message: 'Invalid authorization key' },
    })
  },
  P34: async () => {
    await harness.control('scenario', { scenario: 'P34', match: { path: '/v3/transactions' }, times: 2 })
    const replies = [
      await harness.byReference('none'),
      await harness.byReference('none'),
      await harness.byReference('none'),
    ]
    expect(replies.map((reply) => reply.status)).toEqual([429, 429, 400])
    expect(replies[0]?.headers.get('retry-after')).toBe('5')
  },
  P35: async () => {
    const html = await createUnder('P35.html', 'P35-html')
    expect([html.status, html.headers.get('content-type')]).toEqual([502, 'text/html'])
    await expect(createUnder('P35.truncated', 'P35-truncated')).rejects.toThrow(TypeError)
    await expect(createUnder('P35.reset', 'P35-reset')).rejects.toThrow(TypeError)
    for (const txRef of ['P35-html', 'P35-truncated', 'P35-reset'])
      expect((await harness.state(txRef)).links).toHaveLength(1)
    await harness.control('scenario', { scenario: 'P35.drip', match: { path: 'balances' } })
    const dripping = await fetch(`${harness.simulator.url}/v3/balances`, {
      headers: { authorization: 'Bearer FLWSECK_TEST-harness-X' },
    })
    const first = await dripping.body?.getReader().read()
    expect(first?.value?.length).toBeLessThan(5)
  },
  P36: async () => {
    const twice = new URL(await play('P36.duplicated', 'P36-twice')).searchParams
    expect([twice.getAll('tx_ref'), twice.getAll('status').length]).toEqual([['P36-twice', 'P36-twice'], 2])
    expect(new URL(await play('P36.missing', 'P36-missing')).searchParams.has('tx_ref')).toBe(false)
  },
  P37: async () => {
    const texts = []
    for (const turn of ['a', 'b', 'c']) {
      await play('P37', `P37-${turn}`, { payment_options: 'card' })
      texts.push((await view(`P37-${turn}`)).processor_response)
    }
    expect(texts).toEqual(['Do Not Honour', 'Transaction flagged as fraudulent', 'Restricted Card, Retain Card'])
  },
  P38: async () => {
    await play('P38', 'P38')
    const data = await view('P38')
    expect(data).toMatchObject({
      id: expect.any(String),
      app_fee: null,
      new_in_this_version: true,
      status: 'successful',
    })
    expect(data.customer).toBeUndefined()
  },
  P39: async () => {
    await harness.approve(await harness.payment('P39', { amount: 400, payment_options: 'mobilemoneyuganda' }))
    await harness.advance(60 * MINUTE)
    expect(await harness.status('P39')).toBe('pending')
  },
  P40: async () => {
    await play('P40', 'P40')
    expect([await harness.status('P40'), await harness.status('P40'), await harness.status('P40')]).toEqual([
      'successful',
      'failed',
      'failed',
    ])
  },
}

describe('payment scenarios', () => {
  const ids = SCENARIOS.filter((scenario) => scenario.group === 'payment').map((scenario) => scenario.id)

  test('each has a check', () => {
    expect(Object.keys(checks)).toEqual(ids)
    expect(ids).toHaveLength(40)
  })

  test.each(ids.map((id) => [id, SCENARIOS.find((scenario) => scenario.id === id)?.effect ?? '']))(
    '%s: %s',
    async (id) => {
      await checks[id]?.()
    },
  )
})
